/**
 * Calls back with the first file that is pasted or dropped anywhere on the page, and while one is dragged over it. Text
 * is ignored. Otherwise a file dropped beside the field would replace the page. Returns a function that stops it.
 */
export function onPastedFile(
  onFile: (file: File) => void,
  onHover: (isOver: boolean) => void,
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
    // `preventDefault` allows the drop.
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
