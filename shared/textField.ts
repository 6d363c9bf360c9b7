import {
  type Edit,
  editOf,
  inserted,
  type Placeholders,
  rowsIn,
  type TextCommand,
  tableOf,
  type Written,
} from './textEditing.ts'

/* The multi-line field of a text with light formatting, at site and desk. The types of browsers are not known here. */

declare const document: {
  execCommand?: (command: 'insertText', showsDialog: false, text: string) => boolean
}
declare const Event: new (type: string, options: { readonly bubbles: true }) => object

type Field = {
  readonly value: string
  readonly selectionStart: number
  readonly selectionEnd: number
  /** Below 0 without one. */
  readonly maxLength: number
  readonly focus: () => void
  readonly setSelectionRange: (from: number, to: number) => void
  readonly setRangeText: (text: string, from: number, to: number, mode: 'end') => void
  readonly dispatchEvent: (event: never) => boolean
}

export const writtenIn = ({ value, selectionStart, selectionEnd }: Field): Written => ({
  text: value,
  from: selectionStart,
  to: selectionEnd,
})

/**
 * Edits a field as typing does: the browser can undo it, and the form gets it.
 * @returns false, and changes nothing, if the text would be too long: browsers cut off what follows
 */
export function apply(field: Field, { from, to, insert, select }: Edit): boolean {
  const growth = insert.length - (to - from)
  const isTooLong = field.maxLength >= 0 && field.value.length + growth > field.maxLength
  if (growth > 0 && isTooLong) return false
  field.focus()
  field.setSelectionRange(from, to)
  if (document.execCommand?.('insertText', false, insert) !== true) {
    field.setRangeText(insert, from, to, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }) as never)
  }
  field.setSelectionRange(...select)
  return true
}

/** Edits a field by a command of the toolbar. @returns false if the text would be too long */
export function run(field: Field, command: TextCommand, words: Placeholders): boolean {
  const edit = editOf(command, writtenIn(field), words)
  return edit === null || apply(field, edit)
}

/** Keys with Control, or Command on a Mac. */
export const TEXT_KEYS: Readonly<Partial<Record<TextCommand, string>>> = { strong: 'b', em: 'i' }

type Keys = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): TextCommand | null {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return null
  const found = Object.entries(TEXT_KEYS).find(([, letter]) => letter === key.toLowerCase())
  return (found?.[0] as TextCommand | undefined) ?? null
}

/**
 * Writes a picture into the text where it was last edited, with its description selected, to be typed over.
 * @returns false if the text would be too long
 */
export function applyPicture(field: Field, url: string, alt: string): boolean {
  const edit = inserted(writtenIn(field), `![${alt}](${url})`)
  const at = edit.from + edit.insert.indexOf('![') + 2
  return apply(field, { ...edit, select: [at, at + alt.length] })
}

/** The button that an arrow, Home or End leads to in a toolbar, which is one stop of Tab. */
export function buttonAfter(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

type Transfer<File> = Clipboard & { readonly files: ArrayLike<File> }

/** The picture that is pasted or dropped. A spreadsheet comes with a picture of itself: its cells are what is meant. */
export function pictureIn<File extends { readonly type: string }>(
  data: Transfer<File>,
): File | null {
  if (data.getData('text/html').includes('<table')) return null
  return Array.from(data.files).find(({ type }) => type.startsWith('image/')) ?? null
}

/** Whether files are dragged over the field, or dropped on it. Their names are known at the drop alone. */
export const hasFiles = ({ types }: { readonly types: readonly string[] }): boolean =>
  types.includes('Files')

type Clipboard = { readonly getData: (type: string) => string }

/** Longer HTML is pasted as its words: making a text of it would block the page. */
const HTML_MAX = 500_000
/** What a page or a document marks with HTML alone; other HTML says no more than its words. */
const FORMATTING =
  /<(?:table|h[1-6]|ul|ol|li|b|strong|i|em|s|strike|del|sup|sub|a|blockquote|dl|img)[\s>]|font-weight:\s*(?:bold|[6-9]\d\d)|font-style:\s*(?:italic|oblique)|line-through|vertical-align:\s*su[bp]/i

/** Several lines, or one that is not a part of another. */
const BLOCK = /\n|^(?:#{1,6}|-|\d+\.|>) /

/**
 * What is pasted, with formatting instead of HTML; a part of a spreadsheet becomes a table.
 * @returns null if it is to be pasted as the browser does
 */
export function pasted(clipboard: Clipboard): (() => Promise<Pasted>) | null {
  const html = clipboard.getData('text/html')
  const plain = clipboard.getData('text/plain')
  const rows = rowsIn(plain)
  const isHtml = FORMATTING.test(html) && html.length <= HTML_MAX
  if (!isHtml) return rows && (async () => ({ text: tableOf(rows), isBlock: true }))
  return async () => {
    try {
      const { lightOf } = await import(/* webpackChunkName: "htmlText" */ './htmlText.ts')
      // A picture within the HTML has no words.
      const text = lightOf(html) || plain
      return { text, isBlock: BLOCK.test(text) }
    } catch {
      return { text: plain, isBlock: false }
    }
  }
}

export type Pasted = { readonly text: string; readonly isBlock: boolean }

export const pasteOf = (written: Written, { text, isBlock }: Pasted): Edit => {
  if (isBlock) return inserted(written, text)
  const at = written.from + text.length
  return { from: written.from, to: written.to, insert: text, select: [at, at] }
}
