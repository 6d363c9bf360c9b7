import { act } from '@testing-library/react'

/** Fakes timers for the tests of a file or `describe`, except those that responses need. */
export function withSlowClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
  })
  afterEach(() => void jest.useRealTimers())
}

/** Advances the fake timers. */
export const pass = (milliseconds: number): Promise<void> =>
  act(() => jest.advanceTimersByTimeAsync(milliseconds))
