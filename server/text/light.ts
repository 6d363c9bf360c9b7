import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import type { RichText } from '#contract/formatting.ts'
import type { TextFormat } from '#contract/sets.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { definitions } from './definitions.ts'
import { plainBlocks } from './termLinks.ts'
import { treeOf } from './textTree.ts'

/** Tokens of one text, three for a paragraph or a cell: a text with more is shown without formatting. */
const TOKENS_MAX = 12_000
/** Characters of the URL of a link. */
const HREF_MAX = 2000

/** Containers that the parser follows; it drops what is nested deeper. */
const PARSED_NESTING = 40

/** No HTML, code, references or bare URLs. */
const newParser = () =>
  new MarkdownIt('zero', { html: false, maxNesting: PARSED_NESTING })
    .enable([
      'blockquote',
      'list',
      'heading',
      'table',
      'hr',
      'newline',
      'escape',
      'link',
      'image',
      'emphasis',
      'balance_pairs',
      'fragments_join',
    ])
    .use(definitions)

/** What is kept beside the tokens. */
type Notes = {
  /** By `markdown-it-footnote`: a note to which nothing refers is below 0. */
  footnotes?: { refs?: Readonly<Record<string, number>> }
  isRepeated?: boolean
}

const withoutNotes = newParser()
const parser = newParser().use(footnotes).disable('footnote_inline')
parser.core.ruler.before('footnote_tail', 'notes', ({ tokens, env }) => {
  const labels = tokens.flatMap(({ type, meta }) =>
    type === 'footnote_reference_open' ? [(meta as { label: string }).label] : [],
  )
  ;(env as Notes).isRepeated = new Set(labels).size < labels.length
})

export const isAllowedHref = (href: string): boolean =>
  href.length <= HREF_MAX && safeUrl(href, 'text') !== null
parser.validateLink = isAllowedHref
withoutNotes.validateLink = isAllowedHref

/**
 * A text in a subset of Markdown as a tree: see the nodes in `contract/schemas/formatting.ts`. Anything else is text as
 * typed.
 * @returns null if the text has no formatting, or more of it than is allowed: it is shown as plain text
 */
export function parseLight(text: string): RichText | null {
  if (text.length > LONG_TEXT_MAX) return null
  const tokens = tokensOf(text)
  const isCut = tokens.some(({ nesting, level }) => nesting === 1 && level >= PARSED_NESTING - 2)
  if (isCut || tokens.length > TOKENS_MAX) return null
  const tree = treeOf(tokens)
  return JSON.stringify(tree) === JSON.stringify(plainBlocks(text)) ? null : tree
}

/**
 * A note to which nothing refers would be dropped, and the first of two with the same name: then brackets are text in
 * the whole text.
 */
function tokensOf(text: string) {
  const env: Notes = {}
  const tokens = parser.parse(text, env)
  const isLost =
    env.isRepeated === true || Object.values(env.footnotes?.refs ?? {}).some((refs) => refs < 0)
  return isLost ? withoutNotes.parse(text, {}) : tokens
}

/**
 * The words of a text without its formatting, for readers that know none.
 * @param origin for texts that are read elsewhere: the address of a link follows its words
 */
export function plainText(format: TextFormat, text: string, origin?: string): string {
  const tree = format === 'light' ? parseLight(text) : null
  return tree === null ? text : wordsOf(tree, origin)
}
