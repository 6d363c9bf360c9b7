/// <reference path="./deflist.d.ts" />
import MarkdownIt, { type Token } from 'markdown-it'
import deflist from 'markdown-it-deflist'
import footnotes from 'markdown-it-footnote'
import { safeUrl } from '#shared/safeUrl.ts'

/* The one reader of Markdown: of stored texts, of imports, and of what the operator and this repository write (decision 54). */

type Reader = InstanceType<typeof MarkdownIt>

/** Containers that are followed; what is nested deeper is dropped. */
const NESTING_MAX = 40
/** Characters of the URL of a link. */
const HREF_MAX = 2000

export const isAllowedHref = (href: string): boolean =>
  href.length <= HREF_MAX && safeUrl(href, 'text') !== null

type Options = {
  /** Rules of a subset; all of them without it. */
  readonly rules?: readonly string[]
  /** HTML has tokens of its own; it is text without it. */
  readonly html?: boolean
  readonly notes?: boolean
  readonly isLink?: (href: string) => boolean
}

export function newReader({ rules, html = false, notes = false, isLink }: Options): Reader {
  const options = { html, maxNesting: NESTING_MAX }
  const reader = rules
    ? new MarkdownIt('zero', options).enable([...rules])
    : new MarkdownIt(options)
  definitions(reader)
  if (notes) reader.use(footnotes)
  reader.validateLink = isLink ?? isAllowedHref
  return reader
}

/** Whether something is nested too deep to be read. */
export const isCut = (tokens: readonly Token[]): boolean =>
  tokens.some(({ nesting, level }) => nesting === 1 && level >= NESTING_MAX - 2)

const MEANING = /^[:~][ \t]/

/** Lists of definitions. A term ends the meaning before it, also without an empty line between them. */
function definitions(parser: Reader): void {
  parser.use(deflist)
  parser.block.ruler.before(
    'deflist',
    'next_term',
    (state, line, endLine, isAsked) => {
      const textOf = (one: number) =>
        state.src.slice((state.bMarks[one] ?? 0) + (state.tShift[one] ?? 0), state.eMarks[one])
      const isOutside = (state.sCount[line] ?? 0) < state.blkIndent
      return isAsked && isOutside && line + 1 < endLine && MEANING.test(textOf(line + 1))
    },
    { alt: ['paragraph'] },
  )
}

/** No picture of another site is loaded. URLs and e-mail addresses become links. */
const pages = newReader({}).set({ linkify: true }).disable(['image', 'deflist', 'next_term'])
// `example.org` may be a name.
pages.linkify.set({ fuzzyLink: false })

/** The heading `#` has level 2: the page has a title of its own. */
export function markdownToHtml(text: string): string {
  const tokens = pages.parse(text, {})
  for (const token of tokens)
    if (token.type.startsWith('heading_'))
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
  return pages.renderer.render(tokens, pages.options, {}).trimEnd()
}
