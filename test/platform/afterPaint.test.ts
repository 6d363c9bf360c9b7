import { afterPaint } from '#src/platform/afterPaint.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('it calls back once, in a task after the next frame', () => {
  const callback = jest.fn()
  afterPaint(callback)
  jest.advanceTimersToNextFrame()
  expect(callback).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(1000)
  expect(callback).toHaveBeenCalledTimes(1)
})

test('a hidden tab, which is not painted, is called back after a tenth of a second', () => {
  jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const callback = jest.fn()
  afterPaint(callback)
  jest.advanceTimersByTime(99)
  expect(callback).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(1)
})
