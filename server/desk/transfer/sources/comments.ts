import { attributeIn } from '#shared/htmlScan.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { isSecret } from './htmlEntry.ts'

/** Characters in which the end of code within a line is looked for. */
const CODE_MAX = 10_000
/** What begins a comment, and what is no beginning of one: escapes, and blocks and pieces of code. */
const BEGIN =
  /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(`{3,}|~{3,})[^\n`]*$|(?<!`)(`+)(?!`)|\\[`%<\\]|%%|<!--|<([a-z][\w-]*)\s[^<>]{1,1000}>/gim

/** Elements without an end. */
const VOID = /^(?:img|br|hr|input|wbr)$/i

/**
 * A text without what stands between `%%` (Obsidian) or in comments of HTML, and without elements of HTML that are
 * hidden, whatever lies between: paragraphs, items of a list, or the rest of the text.
 */
export function withoutComments(text: string, lose: (problem: Sentence) => void): string {
  const parts: string[] = []
  let from = 0
  const counts = { comment: 0, secret_blocks: 0 }
  const begin = new RegExp(BEGIN)
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const [mark, fence, code, element] = found
    const after = found.index + mark.length
    if (fence !== undefined) begin.lastIndex = fenceEnd(text, after, fence)
    else if (code !== undefined) begin.lastIndex = codeEnd(text, after, code)
    else if (element ? isSecret((name) => attributeIn(mark, name)) : /^[%<]/.test(mark)) {
      const end = element ? elementEnd(text, after, element) : commentEnd(text, after, mark)
      parts.push(text.slice(from, found.index))
      if (end === -1) {
        const words = text.slice(after).match(/\S+/g)?.length ?? 0
        lose(said('transfer.open_comment', { count: words }))
        return parts.join('')
      }
      counts[element ? 'secret_blocks' : 'comment']++
      from = afterComment(text, found.index, end)
      begin.lastIndex = from
    }
  }
  for (const what of ['comment', 'secret_blocks'] as const)
    if (counts[what] > 0) lose(said(`transfer.${what}`, { count: counts[what] }))
  return [...parts, text.slice(from)].join('')
}

function commentEnd(text: string, from: number, mark: string): number {
  const end = mark === '%%' ? '%%' : '-->'
  // `<!-->` is a whole comment.
  const close = text.indexOf(end, mark === '%%' ? from : from - 2)
  return close === -1 ? close : close + end.length
}

function elementEnd(text: string, from: number, name: string): number {
  if (VOID.test(name)) return from
  let depth = 1
  for (const { 0: tag, index } of text
    .slice(from)
    .matchAll(new RegExp(`</?${name}\\b[^<>]*>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth === 0) return from + index + tag.length
  }
  return -1
}

function fenceEnd(text: string, from: number, fence: string): number {
  const end = new RegExp(`^[ \\t>]*\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm')
  end.lastIndex = from
  // A comment without an end may end with its list or quote: what follows is read like any text.
  return end.exec(text) === null ? from : end.lastIndex
}

/** Marks without an end in their paragraph are text. */
function codeEnd(text: string, from: number, code: string): number {
  const [paragraph = ''] = text.slice(from, from + CODE_MAX).split(/\n[ \t]*\n/, 1)
  const end = new RegExp(`(?<!\`)${code}(?!\`)`).exec(paragraph)
  return end === null ? from : from + end.index + code.length
}

/** Lines of which nothing is left go, too. */
function afterComment(text: string, start: number, end: number): number {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (before.trim() !== '') return end
  const [blank = ''] = /^[ \t]*(?:\r?\n)?/.exec(text.slice(end, end + 200)) ?? []
  return end + blank.length
}
