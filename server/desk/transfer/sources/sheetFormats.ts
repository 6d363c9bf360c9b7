/*
 * Cells whose format says more than their number, such as 25 %, 5.00 €, 007 or 30:00:00, and dates that are texts, of which
 * the library makes moments: they become texts.
 */

/** Formats without a text in the file, by their numbers. */
const BUILT_IN: Readonly<Record<string, string>> = {
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  46: '[h]:mm:ss',
}
const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const decoded = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The formats of cells by their styles. */
function formatsIn(styles: string): string[] {
  const own = new Map(
    Array.from(styles.matchAll(/<numFmt\s[^<>]*>/g), ([tag]) => [
      attributeOf(tag, 'numFmtId'),
      decoded(attributeOf(tag, 'formatCode')),
    ]),
  )
  const [, cells = ''] = styles.split(/<\/?cellXfs\b/, 2)
  return Array.from(cells.matchAll(/<xf\b[^<>]*>/g), ([tag]) => {
    const id = attributeOf(tag, 'numFmtId')
    return own.get(id) ?? BUILT_IN[id] ?? ''
  })
}

const NUMBER = /[#0?][#0?,.]*/

/** The text of a number; null where the number alone says it, and for dates. */
function shownIn(format: string, value: number): string | null {
  const [first = ''] = format.split(';')
  if (/^\[(?:h+|m+|s+)\]/i.test(first)) return durationOf(value, /s/i.test(first))
  const bare = first.replace(/"[^"]*"|\[[^\]]*\]|\\.|[_*]./g, '')
  const [digits] = NUMBER.exec(bare) ?? []
  // What is left of dates has letters.
  if (digits === undefined || /[a-z@]/i.test(bare)) return null
  const [, below = ''] = /[?#0]\/(\d{1,3}|[?#0]{1,3})/.exec(bare) ?? []
  if (below !== '') return fractionOf(value, below, /[#0]\s+[?#0]+\//.test(bare))
  const shown = first
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]|[_*]./g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_all, words: string | undefined, sign: string) => words ?? sign)
  const exact = String(Number((bare.includes('%') ? value * 100 : value).toPrecision(15)))
  const decimals = /\.(0*)/.exec(digits)?.[1]?.length ?? 0
  const long = (exact.split('.')[1] ?? '').length < decimals ? value.toFixed(decimals) : exact
  const isFilled = /^0{2,}$/.test(digits)
  if (shown === digits && !isFilled) return null
  return shown.replace(digits, () => (isFilled ? long.padStart(digits.length, '0') : long)).trim()
}

/** Null for a number that is none of such fractions. @param below the number below the line, or signs for its digits */
function fractionOf(value: number, below: string, hasWhole: boolean): string | null {
  const size = Math.abs(value)
  const whole = hasWhole ? Math.floor(size) : 0
  const fixed = Number(below)
  const unders =
    fixed > 0 ? [fixed] : Array.from({ length: 10 ** below.length - 1 }, (_, at) => at + 1)
  const under = unders.find((one) => Math.abs(size * one - Math.round(size * one)) < 1e-6)
  if (under === undefined) return null
  const over = Math.round((size - whole) * under)
  const fraction = over % under === 0 ? [whole + over / under] : [whole || '', `${over}/${under}`]
  return `${value < 0 ? '-' : ''}${fraction.join(' ').trim()}`
}

function durationOf(days: number, hasSeconds: boolean): string {
  const seconds = Math.round(days * 86_400)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const end = hasSeconds ? `:${two(seconds % 60)}` : ''
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}${end}`
}

const CELL = /(<c\b)([^>]*)(>(?:<f\b[^>]*>[^<]*<\/f>|<f\b[^>]*\/>)?<v>)([^<]*)(?=<\/v>)/g

/** The sheet with texts in the place of such cells. */
export function withTexts(sheet: Buffer, styles: string): Buffer {
  const formats = formatsIn(styles)
  if (!formats.some((format) => format !== '') && !sheet.includes(' t="d"')) return sheet
  // Bytes stay as they are: only numbers and dates are read.
  const written = (all: string, open: string, attributes: string, from: string, value: string) => {
    const type = attributeOf(attributes, 't') || 'n'
    const format = formats[Number(attributeOf(attributes, 's') || Number.NaN)] ?? ''
    const number = type === 'n' ? shownIn(format, Number(value)) : null
    const shown = type === 'd' ? dayIn(value) : number
    if (shown === null) return all
    const bytes = Buffer.from(shown.replace(/[<&]/g, '')).toString('latin1')
    return `${open}${attributes.replace(/\st="[^"]*"/, '')} t="str"${from}${bytes}`
  }
  return Buffer.from(sheet.toString('latin1').replace(CELL, written), 'latin1')
}

/** A moment of a spreadsheet is the time on its clock, wherever that is. */
const dayIn = (typed: string): string =>
  typed
    .replace(/Z$/, '')
    .replace(/\.\d+$/, '')
    .replace(/T00:00(?::00)?$/, '')
