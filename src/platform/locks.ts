/**
 * Runs the work while this tab holds the named lock; `hadToWait` if another tab held it first. If the browser has no
 * locks, or refuses them, the work simply runs.
 */
export async function withLock<T>(
  name: string,
  work: (hadToWait: boolean) => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work(false)

  // Once the work has started, an error of the lock must not start it again.
  let running: Promise<T> | null = null
  const start = (hadToWait: boolean): Promise<T> => {
    running ??= work(hadToWait)
    return running
  }
  try {
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? start(false) : null))
    if (!running) await locks.request(name, () => start(true))
  } catch {
    // A refused lock (opaque origin, page unloading); the error of the work is rethrown below.
  }
  return start(false)
}
