/// <reference path="./turndown.d.ts" />
import type { Element } from 'turndown'

/* Bold, italic, struck, raised and lowered words of HTML, by elements and by styles. */

type Mark = {
  readonly sign: string
  readonly tags: RegExp
  readonly on: RegExp
  readonly off: RegExp
}
const MARKS: readonly Mark[] = [
  {
    sign: '**',
    tags: /^(?:B|STRONG)$/,
    on: /font-weight:\s*(?:bold|[6-9]\d\d)/i,
    off: /font-weight:\s*(?:normal|lighter|[1-5]\d\d)/i,
  },
  {
    sign: '*',
    tags: /^(?:I|EM)$/,
    on: /font-style:\s*(?:italic|oblique)/i,
    off: /font-style:\s*normal/i,
  },
  // No style within struck words takes the line away.
  {
    sign: '~~',
    tags: /^(?:S|STRIKE|DEL)$/,
    on: /text-decoration[\w-]*:[^;]*line-through/i,
    off: /(?!)/,
  },
]
/** Stand for the sign of a mark until the text is whole: only then it is known what is beside it. */
const opening = (index: number): string => String.fromCharCode(0xe010 + index)
const closing = (index: number): string => String.fromCharCode(0xe018 + index)

/** Elements within a line that can be marked. */
export const isMarkable = ({ nodeName }: Element): boolean =>
  /^(?:SPAN|FONT|U|INS|MARK|SUP|SUB|SMALL|BIG)$/.test(nodeName) ||
  MARKS.some(({ tags }) => tags.test(nodeName))

const LOOK =
  /text-decoration[\w-]*:[^;"]*underline|(?:^|[;"\s])(?:background(?:-color)?|color)\s*:(?!\s*(?:black|white|#000|#fff|rgba?\(0, ?0, ?0|inherit|initial|unset|transparent|windowtext|currentcolor|var\())|small-caps|text-transform\s*:\s*upper/i
/** Whether an element underlines, colours or raises to capitals, which texts do not have. */
export const isLook = (name: string, style: string): boolean =>
  /^(?:u|ins|mark)$/i.test(name) || LOOK.test(style)
export const hasLook = (node: Element): boolean =>
  isLook(node.nodeName, node.getAttribute('style') ?? '') || node.getAttribute('color') !== null

/** What the element itself says; null if it says nothing. A document has no attributes. */
function saysOf({ tags, on, off }: Mark, node: Element): boolean | null {
  const style = node.getAttribute?.('style') ?? ''
  if (on.test(style)) return true
  return off.test(style) ? false : tags.test(node.nodeName) || null
}

function isAround(mark: Mark, node: Element): boolean {
  let says: boolean | null = null
  for (let at = node.parentNode; at && says === null; at = at.parentNode) says = saysOf(mark, at)
  return says === true
}

/** The content of an element with its marks, which do not reach from one block to the next. */
export function marked(content: string, node: Element, onStruck?: (words: string) => void): string {
  if (content.trim() === '' || content.includes('\n\n')) return content
  return MARKS.reduce(
    (text, mark, index) => {
      const says = saysOf(mark, node)
      if (says === null || says === isAround(mark, node)) return text
      if (mark.sign === '~~') onStruck?.(content)
      return says ? opening(index) + text + closing(index) : closing(index) + text + opening(index)
    },
    raisedBy(node, content),
  )
}

function raisedBy(node: Element, content: string): string {
  const [, by = ''] =
    /vertical-align:\s*(super|sub)\b/i.exec(node.getAttribute('style') ?? '') ?? []
  if (node.nodeName === 'SUP' || by === 'super') return raised(content)
  return node.nodeName === 'SUB' || by === 'sub' ? lowered(content) : content
}

const PLAIN = '0123456789+-−=()ni'
/** Endings of numbers and of names, which programs raise by themselves: 1st, 2e, Brand™. */
const ENDING = /^(?:st|nd|rd|th|er|re|e|ère|ème|o|a|º|ª|TM|SM|[™®©℠*†‡])$/i

/** Words that are raised: 10² and x^max. Notes and links stay as they are. */
export const raised = (text: string): string =>
  ENDING.test(text.trim()) ? text : shifted(text, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ', '^')
export const lowered = (text: string): string => shifted(text, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎', String.raw`\_`)

function shifted(text: string, letters: string, sign: string): string {
  const words = text.trim()
  if (words === '' || words.includes('[')) return text
  const small = Array.from(words, (letter) => letters[PLAIN.indexOf(letter)])
  if (small.every((letter) => letter !== undefined)) return text.replace(words, small.join(''))
  return text.replace(words, () => sign + (/[\s+\-−/]/.test(words) ? `(${words})` : words))
}

/** Marks beside each other are one, and blanks stay outside of them. */
export function withMarks(typed: string): string {
  const signs = MARKS.map(({ sign }, index) => [opening(index), closing(index), sign] as const)
  let text = typed
  // Twice: marks within marks meet when those around them are gone.
  for (const [open, close] of [...signs, ...signs])
    text = text
      .replace(new RegExp(`${open}(\\s{1,50})`, 'g'), `$1${open}`)
      .replace(new RegExp(`(\\s{1,50})${close}`, 'g'), `${close}$1`)
      .replaceAll(close + open, '')
      .replaceAll(open + close, '')
  return signs.reduce(
    (all, [open, close, sign]) => all.replaceAll(open, sign).replaceAll(close, sign),
    text,
  )
}
