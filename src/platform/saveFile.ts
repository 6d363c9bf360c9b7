/** Long enough for a browser to start reading the blob. */
const REVOKE_AFTER_MS = 60_000

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
