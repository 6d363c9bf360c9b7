import { textOf, UnreadableText } from '../../../text/handMade.ts'

/** UTF-8 or UTF-16 as elsewhere. Bytes of another encoding are what Windows programs of western Europe write. */
export function decoded(bytes: Uint8Array): string {
  try {
    return textOf(bytes)
  } catch (error) {
    if (error instanceof UnreadableText) return new TextDecoder('windows-1252').decode(bytes)
    throw error
  }
}
