import { LONG_TEXT_MAX } from '#contract/fields.ts'
import type { RichText } from '#contract/formatting.ts'
import type { TextFormat } from '#contract/sets.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { isCut, newReader } from './markdown.ts'
import { plainBlocks } from './termLinks.ts'
import { treeOf } from './textTree.ts'

/** Tokens of one text, three for a paragraph or a cell: a text with more is shown without formatting. */
const TOKENS_MAX = 12_000
/** No HTML, code, references or bare URLs. */
const rules = [
  ...['blockquote', 'list', 'heading', 'table', 'hr', 'newline', 'escape', 'link', 'image'],
  ...['emphasis', 'balance_pairs', 'fragments_join'],
]

/** What is kept beside the tokens. */
type Notes = {
  /** By `markdown-it-footnote`: a note to which nothing refers is below 0. */
  footnotes?: { refs?: Readonly<Record<string, number>> }
  isRepeated?: boolean
}

const withoutNotes = newReader({ rules })
const parser = newReader({ rules, notes: true }).disable('footnote_inline')
parser.core.ruler.before('footnote_tail', 'notes', ({ tokens, env }) => {
  const labels = tokens.flatMap(({ type, meta }) =>
    type === 'footnote_reference_open' ? [(meta as { label: string }).label] : [],
  )
  ;(env as Notes).isRepeated = new Set(labels).size < labels.length
})

/**
 * A text in a subset of Markdown as a tree: see the nodes in `contract/formatting.ts`. Anything else is text as
 * typed.
 * @returns null if the text has no formatting, or more of it than is allowed: it is shown as plain text
 */
export function parseLight(text: string): RichText | null {
  if (text.length > LONG_TEXT_MAX) return null
  const tokens = tokensOf(text)
  if (isCut(tokens) || tokens.length > TOKENS_MAX) return null
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
