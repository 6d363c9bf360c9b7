/** Long enough for a browser to begin reading the blob after the click. Milliseconds. */
const REVOKE_AFTER_MS = 60_000

/** Hands a blob to the browser as a download under the given name. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS)
}
