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
  const handlePaste = (event: ClipboardEvent) => take(event, event.clipboardData)
  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Says that a drop is welcome.
    event.preventDefault()
    onHover(true)
  }
  const handleDragLeave = ({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) onHover(false)
  }
  const handleDrop = (event: DragEvent) => {
    take(event, event.dataTransfer)
    onHover(false)
  }
  document.addEventListener('paste', handlePaste)
  document.addEventListener('dragover', handleDragOver)
  document.addEventListener('dragleave', handleDragLeave)
  document.addEventListener('drop', handleDrop)
  return () => {
    document.removeEventListener('paste', handlePaste)
    document.removeEventListener('dragover', handleDragOver)
    document.removeEventListener('dragleave', handleDragLeave)
    document.removeEventListener('drop', handleDrop)
  }
}
