import type { MarkdownIt, StateInline } from 'markdown-it'

/* What Obsidian has beside Markdown: `[[links]]` and `![[pictures]]`. */

/** Characters of a link. */
const LINK_MAX = 1000

/** Links and pictures become those of Markdown with `meta.isWiki`. */
export function obsidian(parser: MarkdownIt): void {
  parser.inline.ruler.before('link', 'wiki_link', link)
}

/** True if the rule has read something. A silent one only asks whether it would. */
function link(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state
  const isEmbed = src.startsWith('![[', pos)
  if (!isEmbed && !src.startsWith('[[', pos)) return false
  const from = pos + (isEmbed ? 3 : 2)
  const inner = /^[^[\]\n]+(?=\]\])/.exec(
    src.slice(from, Math.min(from + LINK_MAX, state.posMax)),
  )?.[0]
  if (inner === undefined) return false
  state.pos = from + inner.length + 2
  if (isSilent) return true
  const [target = '', ...alias] = inner.split('|')
  const words = alias.join('|').trim()
  if (isEmbed) addEmbed(state, target.trim(), words)
  else addLink(state, target.trim(), words || wordsOf(target))
  return true
}

/** `Places/Harbour#Docks` is shown as its last part. */
const wordsOf = (target: string): string => {
  const [path = '', ...anchor] = target.trim().split('#')
  return (path.split('/').at(-1) ?? '').replace(/\.\w{2,8}$/, '') || (anchor.at(-1) ?? '')
}

function addLink(state: StateInline, href: string, words: string): void {
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', href]]
  open.meta = { isWiki: true }
  const text = state.push('text_special', '', 0)
  text.content = words
  text.info = 'entity'
  state.push('link_close', 'a', -1)
}

function addEmbed(state: StateInline, target: string, words: string): void {
  const token = state.push('image', 'img', 0)
  token.attrs = [
    ['src', target],
    ['alt', ''],
  ]
  token.meta = { isWiki: true }
  // `|300` and `|300x200` are sizes.
  token.content = words === '' || /^\d+(?:x\d+)?$/.test(words) ? wordsOf(target) : words
  token.children = []
}
