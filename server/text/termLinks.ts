import type { Block, RichText, Run } from '#contract/formatting.ts'
import type { TermKind } from '#contract/sets.ts'
import { fold, termKey } from '#shared/search.ts'

export const TERM_LINKS_MAX = 100
/** UTF-16 units of a name that texts are searched for: shorter names would be linked everywhere. */
const TERM_MIN = 3

export type Target = { readonly kind: TermKind; readonly id: number }
type Node = { readonly next: Map<string, Node>; target?: Target & { readonly key: string } }

/** Trie of names by word. Names end where words end, so that a text is read word by word, not letter by letter. */
export type Terms = Node

const newNode = (): Node => ({ next: new Map() })
const WORDS = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu

/** True for a name that texts are searched for: it has a letter or digit, and at least `TERM_MIN` units. */
export const isTerm = (key: string): boolean => key.length >= TERM_MIN && /[\p{L}\p{N}]/u.test(key)

type Term = { readonly term_key: string; readonly kind: TermKind; readonly target: number }

/** @param rows as they are stored @param root of earlier rows, which gets these, too */
export function termsOf(rows: Iterable<Term>, root: Terms = newNode()): Terms {
  for (const { term_key: key, kind, target: id } of rows) {
    let node = root
    for (const [word] of key.matchAll(WORDS)) {
      const next = node.next.get(word) ?? newNode()
      node.next.set(word, next)
      node = next
    }
    node.target = { kind, id, key }
  }
  return root
}

/** Words of the longest name that is looked up; texts of the public pages are searched for longer ones, too. */
const LOOKED_UP_WORDS = 8

export function keysIn(text: string): string[] {
  const { text: folded } = fold(text)
  const words = [...folded.matchAll(/[\p{L}\p{N}_]+/gu)]
  const keys = words.flatMap(({ index }, first) =>
    words
      .slice(first, first + LOOKED_UP_WORDS)
      .map(({ index: last, 0: word }) => folded.slice(index, last + word.length)),
  )
  return [...new Set(keys.filter(isTerm))]
}

/** A plain text as a tree, in the paragraphs of its plain form: a blank line starts one. */
export const plainBlocks = (text: string): RichText =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ type: 'paragraph', runs: [paragraph] }))

type Match = {
  readonly start: number
  readonly end: number
  readonly target: Target & { key: string }
}

/** Names in a text, the longest at each place, from left to right. */
function matchesIn(text: string, terms: Terms): Match[] {
  const folded = fold(text)
  const words = [...folded.text.matchAll(WORDS)].map(([word], index, all) => ({
    word,
    at: all[index]?.index ?? 0,
  }))
  const matches: Match[] = []
  for (let index = 0; index < words.length; index++) {
    let node: Node | undefined = terms
    let last: { readonly count: number; readonly target: Match['target'] } | null = null
    for (let count = 0; node !== undefined; count++) {
      if (node.target) last = { count, target: node.target }
      const word = words[index + count]
      node = word && node.next.get(word.word)
    }
    const first = words[index]
    const end = last && words[index + last.count - 1]
    if (last === null || first === undefined || !end) continue
    matches.push({
      start: folded.starts[first.at] ?? 0,
      end: folded.ends[end.at + end.word.length - 1] ?? 0,
      target: last.target,
    })
    index += last.count - 1
  }
  return matches
}

type Linking = {
  readonly terms: Terms
  readonly isOwn: (target: Target & { readonly key: string }) => boolean
  readonly linked: Map<string, Target>
}

/**
 * A tree in which names are links: each target once, not in headings and other links, and never the owner of the text.
 * @param own the owner and its names
 */
export function linkTerms(
  tree: RichText,
  terms: Terms,
  own: { readonly target: Target | null; readonly names: readonly string[] },
): { readonly tree: RichText; readonly targets: readonly Target[] } {
  const ownKeys = new Set(own.names.map(termKey))
  const linking: Linking = {
    terms,
    linked: new Map(),
    isOwn: ({ kind, id, key }) =>
      ownKeys.has(key) || (own.target?.kind === kind && own.target.id === id),
  }
  return {
    tree: tree.map((block) => linkBlock(block, linking)),
    targets: [...linking.linked.values()],
  }
}

function linkBlock(block: Block, linking: Linking): Block {
  const inner = (blocks: readonly Block[]) => blocks.map((one) => linkBlock(one, linking))
  const line = (runs: readonly Run[]) => linkRuns(runs, linking)
  switch (block.type) {
    case 'quote':
    case 'callout':
      return { ...block, blocks: inner(block.blocks) }
    case 'list':
      return { ...block, items: block.items.map(inner) }
    case 'definitions':
      return {
        ...block,
        items: block.items.map(({ term, blocks }) => ({ term, blocks: inner(blocks) })),
      }
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(line)) }
    case 'image':
      return { ...block, caption: block.caption && line(block.caption) }
    case 'footnotes':
      return { ...block, notes: block.notes.map(line) }
    case 'paragraph':
      return { ...block, runs: line(block.runs) }
    case 'heading':
    case 'divider':
      return block
  }
}

const textOf = (run: Run): string => (typeof run === 'string' ? run : run.text)

/** The number of a footnote ends a word: it is no part of the name before it. */
const searchedIn = (run: Run): string =>
  typeof run !== 'string' && run.note !== undefined ? '.'.repeat(run.text.length) : textOf(run)

/** Matches are found in the whole paragraph; a name whose formatting changes within it is not linked. */
function linkRuns(runs: readonly Run[], { terms, isOwn, linked }: Linking): Run[] {
  const matches = matchesIn(runs.map(searchedIn).join(''), terms)
  const result: Run[] = []
  let begin = 0
  for (const run of runs) {
    const text = textOf(run)
    const end = begin + text.length
    const isLink = typeof run !== 'string' && run.href !== undefined
    let at = begin
    const part = (from: number, to: number) => text.slice(from - begin, to - begin)
    const plain = (to: number) => {
      if (to > at)
        result.push(typeof run === 'string' ? part(at, to) : { ...run, text: part(at, to) })
    }
    for (const match of isLink ? [] : matches) {
      if (match.start < at || match.end > end || isOwn(match.target)) continue
      const { kind, id } = match.target
      if (linked.has(`${kind} ${id}`) || linked.size >= TERM_LINKS_MAX) continue
      linked.set(`${kind} ${id}`, { kind, id })
      plain(match.start)
      const marks = typeof run === 'string' ? {} : run
      result.push({ ...marks, text: part(match.start, match.end), term: { kind, id } })
      at = match.end
    }
    plain(end)
    begin = end
  }
  return result
}
