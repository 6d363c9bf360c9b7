import type { FastifyBaseLogger } from 'fastify'

/** One run at a time, with a pause between two. */
export type Poller = {
  readonly start: () => void
  /** Waits for the current run. */
  readonly stop: () => Promise<void>
}

/** @param failure logged when a run fails @param run should end early once the poller is stopped */
export function makePoller(
  log: Pick<FastifyBaseLogger, 'error'>,
  failure: string,
  pauseMs: number,
  run: (isStopped: () => boolean) => Promise<unknown>,
): Poller {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    timer = setTimeout(() => {
      current = run(() => isStopped)
        .catch((error: unknown) => log.error({ err: error }, failure))
        .finally(() => {
          if (!isStopped) schedule()
        })
    }, pauseMs)
    timer.unref()
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}
