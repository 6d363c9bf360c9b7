/** One run at a time, with a pause between two. */
export type Poller = {
  readonly start: () => void
  readonly isStopped: () => boolean
  /** Waits for the current run. */
  readonly stop: () => Promise<void>
}

/** @param run should end early once the poller is stopped */
export function makePoller(
  pauseMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Poller {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    timer = setTimeout(() => {
      current = run()
        .catch(onError)
        .finally(() => {
          if (!isStopped) schedule()
        })
    }, pauseMs)
    timer.unref()
  }

  return {
    start: schedule,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}
