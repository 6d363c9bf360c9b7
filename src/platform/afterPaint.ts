/** Longest wait: the browser does not paint hidden tabs. */
const LIMIT_MS = 100

/** Calls back once, after the next frame is painted. */
export function afterPaint(callback: () => void): void {
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    clearTimeout(limit)
    callback()
  }
  const limit = setTimeout(finish, LIMIT_MS)
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(finish))
}
