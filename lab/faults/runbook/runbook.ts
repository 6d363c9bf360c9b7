import { readFileSync } from 'node:fs'

/** A command line of a document, with its file and line. */
export type Line = {
  /** The heading above it, or the sentence in bold that names a situation. */
  readonly place: string
  readonly text: string
}

export type Runbook = {
  /**
   * Command lines below a heading or a sentence in bold, in order, as written.
   * @param pattern selects lines that match
   * @throws Error if there is none
   */
  readonly take: (place: string, pattern?: RegExp) => readonly string[]
  /** Lines that were not taken. */
  readonly left: () => readonly Line[]
}

/** Programs and statements with which a command within a sentence begins. */
const INLINE =
  /^(?:npm|npx|node|sqlite3|mv|rm|docker|kubectl|pg_ctl|psql|kill|chown|certbot|env|curl|alter) .*$/

export function readRunbook(...files: readonly string[]): Runbook {
  const lines = files.flatMap((file) => linesOf(readFileSync(file, 'utf8')))
  const taken = new Set<Line>()
  return {
    take(place, pattern = /(?:)/) {
      const found = lines.filter((line) => line.place === place && pattern.test(line.text))
      if (found.length === 0)
        throw new Error(`${files.join()}: no line ${pattern} below "${place}"`)
      for (const line of found) taken.add(line)
      return found.map(({ text }) => text)
    },
    left: () => lines.filter((line) => !taken.has(line)),
  }
}

/** Lines of fenced blocks without comments, and commands within sentences. */
function linesOf(text: string): Line[] {
  let place = ''
  let isFenced = false
  let sentences = ''
  const found: Line[] = []
  const add = (line: string): void => void found.push({ place, text: line })
  const endOfText = (): void => {
    for (const [, span = ''] of sentences.matchAll(/`([^`]+)`/g)) if (INLINE.test(span)) add(span)
    sentences = ''
  }
  for (const line of text.split('\n')) {
    const name = /^(?:#+ (.+)|\*\*(.+?)\*\*)/.exec(line)
    if (line.startsWith('```')) {
      endOfText()
      isFenced = !isFenced
    } else if (isFenced) {
      if (line.trim() !== '' && !line.startsWith('#')) add(line)
    } else {
      if (name !== null) {
        endOfText()
        place = name[1] ?? name[2] ?? ''
      }
      sentences += `${line}\n`
    }
  }
  endOfText()
  return found
}
