import { act } from '@testing-library/react'

/** For a file or a describe: timers that its tests move by hand. What answers need stays real. */
export function withSlowClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
  })
  afterEach(() => void jest.useRealTimers())
}

/** Lets time go by. Milliseconds. */
export const pass = (milliseconds: number): Promise<void> =>
  act(() => jest.advanceTimersByTimeAsync(milliseconds))
