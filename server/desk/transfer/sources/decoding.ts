import { cutText } from '#shared/cutText.ts'
import { textOf, UnreadableText } from '../../../text/handMade.ts'
import { type Sentence, said } from '../../../text/sentence.ts'

const WORDS = /[\p{L}\p{M}]*[^\p{ASCII}\s][\p{L}\p{M}]*/gu

/**
 * UTF-8 or UTF-16 as elsewhere, also without a mark. Bytes of another encoding are taken for what Windows programs of
 * western Europe write.
 * @param lose called for a guess
 */
export function decoded(bytes: Uint8Array, lose: (problem: Sentence) => void): string {
  const [first, second] = bytes
  if (first === 0 || second === 0)
    return new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
  try {
    return textOf(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const text = new TextDecoder('windows-1252').decode(bytes)
    const words = Array.from(text.slice(0, 100_000).matchAll(WORDS), ([word]) => cutText(word, 40))
    lose(said('transfer.guessed_encoding', { words: [...new Set(words)].slice(0, 5) }))
    return text
  }
}
