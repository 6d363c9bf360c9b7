import fc, { type Arbitrary } from 'fast-check'
import { parseLight } from '#server/text/light.ts'
import { nested } from '#server/transfer/reading.ts'
import { bodyOf, escapedLine, textsOf, withPictures } from '#server/transfer/sources/light.ts'
import { readMarkdown } from '#server/transfer/sources/markdown/read.ts'
import { sourceFiles } from '#test/helpers/server/sourceFiles.ts'

/* Every node of a text, in Markdown as people write it. Signs are escaped: what they would be is not the matter here. */

const words = fc
  .array(fc.constantFrom('Salz', 'a', '5 * 3', 'x_y', '#', '>', '[', '|', '1.', 'ß', '~', '\\'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `w${escapedLine(parts.join(' '))}w`)
const run = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `[${text}](https://e.org/a?b=c)`),
  words.map((text) => `[**${text}**](mailto:a@e.org)`),
)
const line = fc.array(run, { minLength: 1, maxLength: 3 }).map((runs) => runs.join(' '))
/** Lines that are full are one paragraph: these are short. */
const lines = fc.oneof(
  line,
  fc.array(words, { minLength: 2, maxLength: 3 }).map((all) => all.join('\n')),
)
const picture = fc
  .tuple(words, fc.option(words), fc.constantFrom('', '{width=25%}', '{width=50%}', '{width=100%}'))
  .map(([alt, title, width]) => `![${alt}](pic.png${title === null ? '' : ` "${title}"`})${width}`)
const table = fc
  .tuple(
    fc.array(fc.constantFrom('---', ':--', ':-:', '--:'), { minLength: 2, maxLength: 4 }),
    fc.array(fc.array(line, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
  )
  .map(([rule, [head = [], ...rows]]) =>
    [head, rule, ...rows]
      .map((cells) => `| ${cells.slice(0, rule.length).join(' | ')} |`)
      .join('\n'),
  )
const definitions = fc
  .array(fc.tuple(line, fc.array(line, { minLength: 1, maxLength: 2 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((items) =>
    items
      .map(([term, meanings]) => [term, ...meanings.map((one) => `: ${one}`)].join('\n'))
      .join('\n\n'),
  )
const indented = (text: string, first: string, rest: string) =>
  first + text.replace(/\n(?=.)/g, `\n${rest}`)
const within = (inner: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    inner.map((text) => text.replace(/^/gm, '> ')),
    fc
      .tuple(
        fc.constantFrom('NOTE', 'tip', 'WARNING', 'info', 'DANGER', 'hint'),
        fc.option(line),
        inner,
      )
      .map(([kind, title, text]) =>
        `[!${kind}]${title === null ? '' : ` ${title}`}\n${text}`.replace(/^/gm, '> '),
      ),
    fc
      .array(inner, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((text) => indented(text, '- ', '  ')).join('\n')),
    fc
      .tuple(fc.integer({ min: 1, max: 90 }), fc.array(inner, { minLength: 1, maxLength: 3 }))
      .map(([start, items]) =>
        items.map((text, at) => indented(text, `${start + at}. `, '    ')).join('\n'),
      ),
  )
const leaf = fc.oneof(lines, picture, table, definitions, fc.constant('***'))
const block = fc.oneof(
  { weight: 2, arbitrary: leaf },
  { weight: 2, arbitrary: within(lines) },
  within(within(lines)),
)
const body = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 6 }), fc.array(line, { maxLength: 2 }))
  .map(([blocks, notes]) => [
    ...blocks,
    ...notes.map((_, at) => `see[^n${at}]`),
    ...notes.map((note, at) => `[^n${at}]: ${note}`),
  ])
  .map((blocks) => blocks.join('\n\n'))
const entry = fc.record({
  description: body,
  sections: fc.array(fc.tuple(words, body), { maxLength: 2 }),
})

/** Notes have their own names in each part. */
const markdownOf = (description: string, sections: readonly (readonly [string, string])[]) =>
  [
    description,
    ...sections.flatMap(([title, text], at) => [`## ${title}`, text.replaceAll('[^n', `[^${at}n`)]),
  ].join('\n\n')

/** A picture of this site, which its texts show. */
const PICTURE = `/api/files/${'5'.repeat(32)}-640x480.jpg`
const shown = (text: string) => withPictures(text, () => PICTURE)
const read = async (text: string) => {
  const { entries, losses } = await readMarkdown(sourceFiles({ 'a.md': text, 'pic.png': 'x' }))
  const own = losses.filter(({ place }) => place === 'a.md')
  return { texts: textsOf(entries[0]?.body ?? ''), losses: own }
}

test('texts have every node that their Markdown has, and are the same when their export is imported', async () => {
  await fc.assert(
    fc.asyncProperty(entry, async (typed) => {
      const { texts, losses } = await read(markdownOf(typed.description, typed.sections))
      expect(losses).toEqual([])
      const parts = [typed.description, ...typed.sections.map(([, text]) => text)]
      const trees = [texts.description, ...texts.sections.map(({ content }) => content)].map(
        (text) => parseLight(shown(text)),
      )
      expect(trees).toEqual(
        parts.map((text) => parseLight(text.replaceAll('(pic.png', `(${PICTURE}`))),
      )
      const body = bodyOf(texts.description, nested(texts.sections)).replaceAll(
        'picture:pic.png',
        'pic.png',
      )
      const again = await read(`---\nkey: a\nformat: light\n---\n\n${body}\n`)
      expect(again).toEqual({ texts, losses: [] })
    }),
    { numRuns: 300, includeErrorInReport: true },
  )
})
