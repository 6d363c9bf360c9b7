import '@testing-library/jest-dom'
import { cleanup, configure } from '@testing-library/react'
import { takeComplaints, watchConsole } from './helpers/console.ts'

// A limit, not a wait: on a busy machine a screen may take this long to show what is looked for. Milliseconds.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  watchConsole()
})

afterEach(() => {
  cleanup()
  const unexpected = takeComplaints()
  if (unexpected.length > 0) {
    throw new Error(`Unexpected console output:\n${unexpected.join('\n')}`)
  }
})

// jsdom has neither animations nor layout; Headless UI and the pages ask for both and must hear "none".
Element.prototype.getAnimations = () => []
Element.prototype.scrollIntoView = () => {}
Element.prototype.setPointerCapture = () => {}
window.scrollTo = () => {}
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
