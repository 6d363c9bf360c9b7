import MarkdownIt, { type Token } from 'markdown-it'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { NESTING_MAX } from '#contract/formatting.ts'
import { wordsOf } from '#contract/pageTags.ts'
import { safeUrl } from '#contract/safeUrl.ts'
import type { Block, RichText, Run } from '#contract/schemas/formatting.ts'
import type { TextFormat } from '#contract/sets.ts'
import { plainBlocks } from './termLinks.ts'

/** Blocks of one text: a longer one is shown without formatting. */
const BLOCKS_MAX = 2000
/** Characters of the URL of a link. */
const HREF_MAX = 2000

/** Containers that the parser follows; it drops what is nested deeper. */
const PARSED_NESTING = 40

/** No HTML, images, tables, code, references or bare URLs. */
const parser = new MarkdownIt('zero', { html: false, maxNesting: PARSED_NESTING }).enable([
  'blockquote',
  'list',
  'heading',
  'newline',
  'escape',
  'link',
  'emphasis',
  'balance_pairs',
  'fragments_join',
])

export const isAllowedHref = (href: string): boolean =>
  href.length <= HREF_MAX && safeUrl(href, 'text') !== null
parser.validateLink = isAllowedHref

/**
 * A text in a subset of Markdown as a tree: paragraphs, line breaks, headings, lists, quotes, links, strong and
 * emphasis. Anything else is text as typed.
 * @returns null if the text has no formatting, or more of it than is allowed: it is shown as plain text
 */
export function parseLight(text: string): RichText | null {
  if (text.length > LONG_TEXT_MAX) return null
  const tokens = parser.parse(text, {})
  const isCut = tokens.some(({ nesting, level }) => nesting === 1 && level >= PARSED_NESTING - 2)
  if (isCut || tokens.length > 3 * BLOCKS_MAX) return null
  const tree = blocksOf(tokens)
  return JSON.stringify(tree) === JSON.stringify(plainBlocks(text)) ? null : tree
}

/** An open quote, list or list item. */
type Open = { readonly add: (block: Block) => void; readonly item?: () => Open }

function blocksOf(tokens: readonly Token[]): RichText {
  const tree: RichText = []
  const open: Open[] = [{ add: (block) => tree.push(block) }]
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    const inner = open.at(-1)
    if (inner === undefined) break
    if (token.type === 'inline') {
      const runs = runsOf(token.children ?? [])
      const isHeading = tokens[index - 1]?.type === 'heading_open'
      if (runs.length > 0) inner.add({ type: isHeading ? 'heading' : 'paragraph', runs })
    } else if (isContainer(token)) {
      if (token.nesting === 1) {
        depth += token.type === 'list_item_open' ? 0 : 1
        open.push(depth > NESTING_MAX ? inner : opened(token, inner))
      } else {
        depth -= token.type === 'list_item_close' ? 0 : 1
        open.pop()
      }
    }
  }
  return tree
}

const isContainer = ({ type }: Token): boolean => /^(?:blockquote|.*_list|list_item)_/.test(type)

function opened(token: Token, inner: Open): Open {
  if (token.type === 'list_item_open') return inner.item?.() ?? inner
  if (token.type === 'blockquote_open') {
    const blocks: Block[] = []
    inner.add({ type: 'quote', blocks })
    return { add: (block) => blocks.push(block) }
  }
  const isNumbered = token.type === 'ordered_list_open'
  const items: Block[][] = []
  inner.add({ type: 'list', start: isNumbered ? Number(token.attrGet('start') ?? 1) : null, items })
  const item = (): Open => {
    const blocks: Block[] = []
    items.push(blocks)
    return { add: (block) => blocks.push(block) }
  }
  return { add: (block) => items.push([block]), item }
}

function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Exclude<Run, string>[] = []
  let strong = 0
  let em = 0
  let href: string | null = null
  for (const token of tokens) {
    if (token.tag === 'strong') strong += token.nesting
    else if (token.tag === 'em') em += token.nesting
    else if (token.type === 'link_open') href = String(token.attrGet('href'))
    else if (token.type === 'link_close') href = null
    else {
      const text = token.tag === 'br' || token.type === 'softbreak' ? '\n' : token.content
      add(runs, {
        text,
        ...(strong > 0 && { strong: true as const }),
        ...(em > 0 && { em: true as const }),
        ...(href !== null && { href }),
      })
    }
  }
  return runs.map((run) => (Object.keys(run).length === 1 ? run.text : run))
}

/** Adds a run, to the one before if it has the same marks. */
function add(runs: Exclude<Run, string>[], run: Exclude<Run, string>): void {
  const last = runs.at(-1)
  if (run.text === '') return
  const isSame = last?.strong === run.strong && last?.em === run.em && last?.href === run.href
  if (last !== undefined && isSame) last.text += run.text
  else runs.push(run)
}

/**
 * The words of a text without its formatting, for readers that know none.
 * @param origin for texts that are read elsewhere: the address of a link follows its words
 */
export function plainText(format: TextFormat, text: string, origin?: string): string {
  const tree = format === 'light' ? parseLight(text) : null
  return tree === null ? text : wordsOf(tree, origin)
}
