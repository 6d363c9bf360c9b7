/**
 * Runs the work while this tab alone holds the named lock. The work is told whether another tab held the
 * lock first. Where the browser has no locks (or refuses them) the work simply runs.
 */
export async function withLock<T>(
  name: string,
  work: (hadToWait: boolean) => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work(false)

  // The promise is kept outside: once the work has started, a fault of the lock must not start it again.
  let running: Promise<T> | null = null
  const start = (hadToWait: boolean): Promise<T> => {
    running ??= work(hadToWait)
    return running
  }
  try {
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? start(false) : null))
    if (!running) await locks.request(name, () => start(true))
  } catch {
    // A refused lock (opaque origin, page going away) ends here; the work's own fault is rethrown below.
  }
  return start(false)
}
