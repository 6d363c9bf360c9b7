/** The `cursor` of the `rel="next"` address in a Link header; null when there is none. */
export function nextCursor(link: string | null): string | null {
  for (const [, address = '', rest = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(rest)) continue
    return new URLSearchParams(address.split('?')[1] ?? '').get('cursor')
  }
  return null
}
