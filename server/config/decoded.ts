/** Byte order marks of UTF-16, in which some editors of Windows save. */
const ENCODINGS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * The text of a file that a person may have written: UTF-8, or UTF-16 by its byte order mark; without the mark.
 * @throws TypeError for bytes of another encoding, if that is fatal
 */
export function decoded(bytes: Uint8Array, fatal = false): string {
  const found = ENCODINGS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  return new TextDecoder(found?.[1] ?? 'utf-8', { fatal }).decode(bytes)
}
