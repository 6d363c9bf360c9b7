import { afterFirstView } from '#src/platform/firstView.ts'

const state = (value: DocumentReadyState) =>
  jest.spyOn(document, 'readyState', 'get').mockReturnValue(value)

beforeEach(() => {
  jest.useFakeTimers()
  Object.assign(window, { requestIdleCallback: (work: () => void) => setTimeout(work, 10) })
})
afterEach(() => jest.useRealTimers())

test('calls back once the page is loaded and the browser is idle', () => {
  state('interactive')
  const callback = jest.fn()
  afterFirstView(callback)
  jest.advanceTimersByTime(1000)
  expect(callback).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  jest.advanceTimersByTime(10)
  expect(callback).toHaveBeenCalledTimes(1)
})

test('on a page that is loaded it does not wait for that', () => {
  state('complete')
  const callback = jest.fn()
  afterFirstView(callback)
  jest.advanceTimersByTime(10)
  expect(callback).toHaveBeenCalledTimes(1)
})

test.each(['pointerdown', 'keydown', 'focusin'])('%s starts at once, and once', (sign) => {
  state('interactive')
  const callback = jest.fn()
  afterFirstView(callback)
  window.dispatchEvent(new Event(sign))
  window.dispatchEvent(new Event('load'))
  window.dispatchEvent(new Event(sign))
  jest.runAllTimers()
  expect(callback).toHaveBeenCalledTimes(1)
})

test('a picture that never arrives does not keep it waiting', () => {
  state('interactive')
  const callback = jest.fn()
  afterFirstView(callback)
  jest.advanceTimersByTime(4000)
  expect(callback).toHaveBeenCalledTimes(1)
})
