/** Long enough for a browser to begin reading the blob after the click. Milliseconds. */
const REVOKE_AFTER_MS = 60_000

/** Hands a blob to the browser as a download under the given name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveAddress(address, name)
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

/** Lets the browser download an address of this site under the given name. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
