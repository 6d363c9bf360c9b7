import '@testing-library/jest-dom'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { takeComplaints, watchConsole } from './helpers/screens/console.ts'

// A limit, not a wait: on a busy machine a screen may take this long to show what is looked for. Milliseconds.
configure({ asyncUtilTimeout: 10_000 })

// Printing the page takes longer than looking for an element in it: only the last attempt of a `find…` does so.
const withPage = getConfig().getElementError
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? undefined)
      : withPage(message, container),
})

// React would take a stack trace of each element, for its warnings: they are failures here, and name their test.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
)

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

// jsdom has neither animations nor layout; Headless UI and the pages query both and must get "none".
Element.prototype.getAnimations = () => []
Element.prototype.scrollIntoView = () => {}
Element.prototype.setPointerCapture = () => {}
window.scrollTo = () => {}
window.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as never

/*
 * No style sheet is loaded here, so only `hidden` and inline styles count. jsdom computes the whole cascade for every
 * element that a role query visits, which took a fifth of the time of these tests.
 */
const NO_STYLE = document.createElement('i').style
window.getComputedStyle = (element) => {
  const style = element instanceof HTMLElement ? element.style : NO_STYLE
  if (!element.hasAttribute('hidden')) return style
  const hidden = document.createElement('i').style
  hidden.display = 'none'
  return hidden
}

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
