import { cutText } from '#shared/cutText.ts'
/*
 * Files that people write or edit: with a byte order mark, in UTF-16 as some editors save them, with lists merged by
 * hand.
 */

import { decoded } from '../config/decoded.ts'
import { inEnglish, type Sentence, said } from './sentence.ts'

/** Problem of a file, described for its author. */
export class UnreadableText extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence) {
    super(inEnglish(sentence))
    this.sentence = sentence
  }
}

/**
 * UTF-8, or UTF-16 by its byte order mark; without the mark.
 * @throws UnreadableText for bytes of another encoding
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return decoded(bytes, true)
  } catch {
    throw new UnreadableText(said('transfer.not_utf8'))
  }
}

/**
 * The value of a JSON file.
 * @throws SyntaxError for text that is no JSON; UnreadableText for another encoding, and for a name that an object has
 * twice, of which JSON.parse would drop the first in silence
 */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  const value: unknown = JSON.parse(text)
  const repeated = repeatedName(text)
  if (repeated !== undefined) throw new UnreadableText(repeated)
  return value
}

/** Names, and where objects and lists begin and end, in valid JSON. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g

function repeatedName(json: string): Sentence | undefined {
  const open: Set<string>[] = []
  for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (string !== undefined && colon !== undefined) {
      const name = String(JSON.parse(string))
      const names = open.at(-1)
      if (names?.has(name)) {
        const line = json.slice(0, index).split('\n').length
        return said('transfer.repeated_name', { name: cutText(name, 120), line })
      }
      names?.add(name)
    }
  }
  return undefined
}
