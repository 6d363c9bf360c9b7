import Value from 'typebox/value'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { RichText } from '#contract/formatting.ts'
import { parseLight } from '#server/text/light.ts'

const PICTURE = `![m](/api/files/${'5'.repeat(32)}-640x480.jpg)`

/** The text made of one piece, as long as a text may be. */
const repeated = (piece: string) => (size: number) => piece.repeat(size / piece.length)
const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`
const numbered = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

/** @param size characters, about */
const ATTACKS: Readonly<Record<string, (size: number) => string>> = {
  'a table of 5,000 columns': (size) => table(size / 4, 0),
  'rows without cells below many columns': (size) => table(size / 8, size / 4),
  'very many rows below a few columns': (size) => table(50, size / 2 - 200),
  'notes and numbers': (size) =>
    `${numbered(size / 20, (at) => `[^${at}] `)}\n\n${numbered(size / 20, (at) => `[^${at}]: n\n`)}`,
  'numbers of one note': (size) => `${'[^1]'.repeat(size / 4 - 3)}\n\n[^1]: n`,
  'notes that refer to the next': (size) =>
    `[^0]\n\n${numbered(size / 20, (at) => `[^${at}]: n[^${at + 1}]\n`)}`,
  'definitions within definitions': (size) =>
    numbered(Math.sqrt(size / 4), (at) => `${' '.repeat(4 * at)}a\n${' '.repeat(4 * at)}: b\n\n`),
  ...Object.fromEntries(
    [
      ...['> ', '- ', '1. ', ': ', '> [!TIP] ', '> [!TIP]\n\n', 'a\n: b\n\n', 'a\n\n: b\n'],
      ...['[^', '![', '|', '\\|', '| ', '|-', 'a|b\n', '-|-\n', '[^1]:', '[^1]: [^1', '[^1]: a\n'],
      ...['![a](', '![a](<', '![[', '[![', '[!', '(x "', '---\n', '# a\n', '###### a\n# b\n'],
      ...[PICTURE, `${PICTURE}{width=50%}`, `${PICTURE} `, '![a](/b "c")', '{width=50%}'],
    ].map((piece) => [JSON.stringify(piece.slice(0, 20)), repeated(piece)]),
  ),
}

/** Milliseconds, the least of some runs. */
function cost(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const began = performance.now()
    parseLight(text)
    return performance.now() - began
  })
  return Math.min(...runs)
}

/** A common text of full length: below its cost no ratio says anything. */
const COMMON = repeated('**A** plain [line](/rules/) of *words*.\n\n- one\n')(LONG_TEXT_MAX)

test.each(Object.entries(ATTACKS))(
  '%s cost little more than half of them, and fit the schema',
  (_name, attack) => {
    const [half, full] = [attack(LONG_TEXT_MAX / 2), attack(LONG_TEXT_MAX)]
    expect(full.length).toBeGreaterThan(LONG_TEXT_MAX / 3)
    // Twice the length costs twice as much, or four times; what grows faster costs at least eight times.
    expect(cost(full) / Math.max(cost(half), cost(COMMON))).toBeLessThan(7)
    const tree = parseLight(full)
    if (tree !== null) expect([...Value.Errors(RichText, tree)]).toEqual([])
  },
)

test.each(['> ', '- ', '1. ', ': ', '> - ', '> [!TIP] '])(
  '1,000 times %j within each other keep the words',
  (mark) => {
    const text = `a\n${mark.repeat(1000)}**deep**`
    const tree = parseLight(text)
    if (tree !== null) {
      expect(JSON.stringify(tree)).toContain('deep')
      expect([...Value.Errors(RichText, tree)]).toEqual([])
    }
  },
)

test('a table of more cells than are shown is text as typed, and one of fewer is a table', () => {
  const filled = (rows: number) => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(rows)}`
  expect(parseLight(filled(1000))).toMatchObject([{ type: 'table' }])
  expect(parseLight(filled(2000))).toBeNull()
})

test('10,000 notes are text as typed: there is no place for them', () => {
  const notes = numbered(10_000, (at) => `[^${at}]\n\n[^${at}]: n\n`)
  expect(parseLight(notes)).toBeNull()
})
