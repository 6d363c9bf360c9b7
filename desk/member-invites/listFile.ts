const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a file in UTF-8 or UTF-16; null: another encoding. Programs for tables mark their files. */
export function listOf(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))
  try {
    return new TextDecoder(marked?.[0] ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
