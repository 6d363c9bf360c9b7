import texts from '../../locales/en/mail.json' with { type: 'json' }
import { type Attributes, element, escapeHtml, textElement, voidTag } from '../text/markup.ts'

/*
 * The HTML of mails. Styles are attributes, since some programs drop style sheets; the sheet has what attributes
 * cannot: the dark colours. The mark is text, so that it is there without pictures, and nothing is loaded from here.
 */

const INK = '#231d16'
const SOFT = '#5c5142'
const NIGHT = '#15131f'
const GOLD = '#e0b45a'
const SERIF = "Alegreya,Georgia,'Times New Roman',serif"
const SANS = "'Alegreya Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const STYLES = {
  page: `margin:0;padding:0;background:#f6f0e2;color:${INK};font:17px/1.5 ${SERIF}`,
  outside: 'padding:16px 8px',
  card: 'max-width:600px;margin:0 auto;background:#fffaf0;border:1px solid #d8ccb2;border-radius:6px',
  mark: `padding:14px 20px;background:${NIGHT};border-radius:5px 5px 0 0;color:${GOLD};font:bold 20px/1.2 ${SERIF};letter-spacing:1px`,
  text: 'padding:20px;word-break:break-word;overflow-wrap:anywhere',
  heading: `margin:0 0 16px;font:bold 25px/1.25 ${SERIF}`,
  sentence: 'margin:0 0 14px;white-space:pre-line',
  facts: `width:100%;margin:0 0 18px;border-collapse:collapse;font:16px/1.4 ${SANS}`,
  label: `width:30%;padding:7px 14px 7px 0;border-top:1px solid #d8ccb2;color:${SOFT};font-weight:normal;text-align:left;vertical-align:top;word-break:normal;overflow-wrap:normal`,
  value: 'padding:7px 0;border-top:1px solid #d8ccb2;vertical-align:top;white-space:pre-line',
  act: 'margin:22px 0 10px',
  button: `display:inline-block;padding:13px 22px;border-radius:6px;background:${NIGHT};color:${GOLD};font:bold 17px/1.2 ${SANS};text-decoration:none`,
  quiet: `display:inline-block;padding:11px 20px;border:2px solid ${NIGHT};border-radius:6px;color:${NIGHT};font:bold 17px/1.2 ${SANS};text-decoration:none`,
  small: `margin:0 0 14px;color:${SOFT};font:14px/1.45 ${SANS}`,
  quote: 'margin:0 0 18px;padding:0 0 0 14px;border-left:3px solid #d8ccb2;white-space:pre-line',
  foot: 'padding:14px 20px 4px;border-top:1px solid #d8ccb2;word-break:break-word',
  link: 'color:#7d5813',
} as const
type Style = keyof typeof STYLES

const DARK = `@media (prefers-color-scheme:dark){
.page{background:#1d1a1f!important;color:#ece4d6!important}
.card,.label,.value,.quote,.foot{border-color:#463f47!important}
.card{background:#28242b!important}
.label,.small{color:#b9ad9c!important}
.link{color:${GOLD}!important}
.button{background:${GOLD}!important;color:${NIGHT}!important}
.quiet{border-color:${GOLD}!important;color:${GOLD}!important}
}`

const styled = (name: string, style: Style, content: string, attributes: Attributes = {}) =>
  element(name, content, { ...attributes, class: style, style: STYLES[style] })

/** "Wed 9 Dec,", "19:00–23:00", or "10:00 –" before another day. */
const DATE_OR_TIME =
  /\b[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?\b,?|\b\d\d:\d\d(?:–\d\d:\d\d| –)?/g

/** Text in which lines end at no place within a date or a time, and within an e-mail address after the "@". */
export const words = (text: string): string =>
  escapeHtml(text)
    .replace(DATE_OR_TIME, (whole) => element('span', whole, { style: 'white-space:nowrap' }))
    .replaceAll('@', `@${voidTag('wbr', {})}`)

/** @param content markup, as in all that follows */
export const sentence = (content: string): string => styled('p', 'sentence', content)
export const small = (content: string): string => styled('p', 'small', content)
export const quotation = (content: string): string => styled('blockquote', 'quote', content)

export const anchor = (url: string, content: string): string =>
  styled('a', 'link', content, { href: url })

export const button = (url: string, label: string, look: 'button' | 'quiet'): string =>
  styled('p', 'act', styled('a', look, label, { href: url }))

export const factTable = (facts: readonly (readonly [label: string, value: string])[]): string =>
  styled(
    'table',
    'facts',
    facts
      .map(([label, value]) =>
        element(
          'tr',
          styled('th', 'label', label, { scope: 'row' }) + styled('td', 'value', value),
        ),
      )
      .join('\n'),
  )

/** @param heading text */
export function mailPage(
  heading: string,
  main: readonly string[],
  foot: readonly string[],
): string {
  const head = [
    '<meta charset="utf-8">',
    voidTag('meta', { name: 'viewport', content: 'width=device-width' }),
    voidTag('meta', { name: 'color-scheme', content: 'light dark' }),
    voidTag('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    textElement('title', heading),
    element('style', DARK),
  ]
  const row = (style: Style, content: string) => element('tr', styled('td', style, content))
  const title = textElement('h1', heading, { class: 'heading', style: STYLES.heading })
  const card = [
    row('mark', texts.layout.product),
    row('text', [title, ...main].join('\n')),
    foot.length > 0 ? row('foot', foot.join('\n')) : '',
  ].join('\n')
  const layout = { role: 'presentation', width: '100%', cellspacing: 0, cellpadding: 0 }
  const outside = styled('td', 'outside', styled('table', 'card', card, layout))
  return `<!doctype html>
<html lang="en"><head>${head.join('\n')}</head>
${styled('body', 'page', element('table', element('tr', outside), layout))}</html>
`
}
