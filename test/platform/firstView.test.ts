import { afterFirstView } from '#src/platform/firstView.ts'

const state = (value: DocumentReadyState) =>
  jest.spyOn(document, 'readyState', 'get').mockReturnValue(value)

beforeEach(() => {
  jest.useFakeTimers()
  Object.assign(window, { requestIdleCallback: (work: () => void) => setTimeout(work, 10) })
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, 'PerformanceObserver')
})

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

test('where the browser reports paints, the first one with content is awaited', () => {
  state('complete')
  const reported: ((list: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void)[] = []
  class FakeObserver {
    static readonly supportedEntryTypes = ['paint']
    readonly observe = jest.fn()
    readonly disconnect = jest.fn()
    constructor(report: (typeof reported)[number]) {
      reported.push(report)
    }
  }
  Object.assign(globalThis, { PerformanceObserver: FakeObserver })
  const paints = (...names: string[]) =>
    reported[0]?.({
      getEntriesByName: (name) => names.filter((each) => each === name) as never,
    })
  const callback = jest.fn()
  afterFirstView(callback)
  paints('first-paint')
  jest.advanceTimersByTime(1000)
  expect(callback).not.toHaveBeenCalled()
  paints('first-contentful-paint')
  jest.advanceTimersByTime(10)
  expect(callback).toHaveBeenCalledTimes(1)
})
