/**
 * Calls back with the first file that is pasted or dropped anywhere on the page, and tells while one is dragged
 * above it. Text is left alone. Without this, a file that misses its place would replace the page. Returns the end.
 */
export function onBroughtFile(
  onFile: (file: File) => void,
  onHover: (isAbove: boolean) => void,
): () => void {
  const take = (event: Event, data: DataTransfer | null) => {
    const file = data?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  }
  const ends = new AbortController()
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { signal: ends.signal })

  on('paste', (event) => take(event, event.clipboardData))
  on('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Says that a drop is welcome.
    event.preventDefault()
    onHover(true)
  })
  on('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) onHover(false)
  })
  on('drop', (event) => {
    take(event, event.dataTransfer)
    onHover(false)
  })
  return () => ends.abort()
}
