import type { Palette } from '#contract/colours.ts'
import { isRightToLeft } from '#shared/direction.ts'
import { printable } from '../text/keys.ts'
import { fillIn, type Kit, type KitTexts } from '../text/kit.ts'
import {
  type Attributes,
  element,
  escapeHtml,
  languageAttributes,
  textElement,
  voidTag,
} from '../text/markup.ts'
import type { Mail } from './transport.ts'

/** Areas of `locales/en/mail.json` that are whole mails. */
export type MailText = Exclude<keyof KitTexts['mail'], 'layout' | 'unsubscribe_page'>

type Choice = { readonly word: string; readonly url: string; readonly isChosen?: boolean }
/** Links that answer, by what they are about; without a label the facts say that. */
export type Choices = {
  /** The page on which all of them can be answered; the button opens it. */
  readonly page?: string
  readonly rows: readonly (readonly [label: string, links: readonly Choice[]])[]
  /** Below the rows. */
  readonly note?: string
}
type MailParts = {
  readonly to: string
  /** Fills `{{name}}` in every sentence. */
  readonly values?: Readonly<Record<string, string | number>>
  /** URL of the button: the thing that the mail is about. */
  readonly link?: string
  readonly choices?: Choices
  /** Link that unsubscribes; mail programs show a button of their own for it (RFC 8058). */
  readonly unsubscribe?: string
  readonly replyTo?: string
}
/** Values by a name for programs; people read `label` beside `value`. */
type Labelled = Readonly<Record<string, { readonly label: string; readonly value: string }>>
type Area = {
  subject: string
  /** The subject by default. */
  heading?: string
  /** A quotation begins with "> ". */
  body: string[]
  facts?: Labelled
  /** Label of the button. */
  action?: string
  /** Label of the button of a mail that most readers need not act on. */
  quiet_action?: string
  closing: string[]
  links?: Labelled
  /** Why the recipient gets the mail. */
  why?: string
  /** Sentences after the end: the message that the mail responds to. */
  quoted?: string[]
}
const QUOTE = '> '
type Size = 'sentence' | 'plain'
type Block = { readonly text: string; readonly html: string }

/** Plain text and HTML of the same sentences. A sentence, fact or further link with an empty value is omitted. */
export function renderMail(
  kit: Kit,
  text: MailText,
  { to, values = {}, choices, unsubscribe, replyTo, ...parts }: MailParts,
): Mail {
  const {
    name: sender,
    texts: { mail: texts },
  } = kit
  const area: Area = texts[text]
  const look = mailMarkup(kit)
  const { fill, blocksOf, factsOf, isComplete } = filledBy(values, look)
  const lineOf = (one: string) => fill(one).replace(/\s+/g, ' ')
  const subject = lineOf(area.subject)
  const link = choices?.page ?? parts.link
  const label = area.action ?? area.quiet_action
  const main = [...blocksOf(area.body), ...factsOf(area.facts ?? {})]
  if (choices !== undefined) main.push(...choiceBlocks(look, choices))
  const isQuiet = area.action === undefined
  if (link !== undefined && label !== undefined)
    main.push({ text: `${label}:\n${link}`, html: look.button(link, escapeHtml(label), isQuiet) })
  main.push(...blocksOf(area.closing))
  for (const { label, value: url } of Object.values(area.links ?? {}))
    if (isComplete(url)) main.push(linkBlock(look, label, fill(url), 'sentence'))
  const stop =
    unsubscribe === undefined
      ? []
      : [linkBlock(look, texts.layout.unsubscribe, unsubscribe, 'plain')]
  const foot = blocksOf(area.why === undefined ? [] : [area.why], 'plain')
  const quoted = blocksOf(area.quoted ?? [])
  // Some programs show no buttons.
  const raw =
    link && label && `${escapeHtml(texts.layout.address)} ${look.anchor(link, escapeHtml(link))}`
  // A single paragraph keeps a mail short on a phone.
  const ends = [[...foot, ...stop].map((one) => one.html).join(' '), raw ?? '']
  const signed = { text: sender }
  return {
    to,
    sender,
    subject,
    text: `${[...main, ...foot, signed, ...stop, ...quoted].map((one) => one.text).join('\n\n')}\n`,
    html: look.page({
      site: sender,
      heading: lineOf(area.heading ?? '') || subject,
      main: [...main, ...quoted].map((one) => one.html),
      foot: ends.filter((one) => one !== '').map(look.small),
    }),
    ...(link !== undefined && { link }),
    headers: { ...(replyTo && { 'Reply-To': replyTo }), ...(unsubscribe && oneClick(unsubscribe)) },
  }
}

/**
 * Values in which web addresses become links: what staff have written, and the link of a session. All others can be the
 * words of strangers.
 */
const LINKED = new Set(['answer', 'link', 'reason', 'text'])
const URLS = /(https?:\/\/[^\s<>"]*[^\s<>"'’”.,:;!?)\]])/
const withLinks = ({ anchor }: MailMarkup, text: string) =>
  text
    .split(URLS)
    .map((part, n) => (n % 2 === 0 ? words(part) : anchor(part, escapeHtml(part))))
    .join('')

function filledBy(values: NonNullable<MailParts['values']>, look: MailMarkup) {
  const fill = (text: string) => printable(fillIn(text, values))
  const markup = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = printable(String(value))
      return [name, LINKED.has(name) ? withLinks(look, text) : words(text)]
    }),
  )
  const fillHtml = (text: string) => fillIn(escapeHtml(text), markup)
  const isComplete = (text: string) =>
    [...text.matchAll(/{{(\w+)}}/g)].every(
      ([, name = '']) => String(values[name] ?? '?').trim() !== '',
    )
  return {
    fill,
    isComplete,
    blocksOf: (sentences: readonly string[], size: Size = 'sentence'): Block[] =>
      sentences.filter(isComplete).map((one) => {
        if (!one.startsWith(QUOTE)) return { text: fill(one), html: look[size](fillHtml(one)) }
        const quoted = one.slice(QUOTE.length)
        return { text: fill(quoted).replace(/^/gm, QUOTE), html: look.quotation(fillHtml(quoted)) }
      }),
    factsOf(facts: Labelled): Block[] {
      const shown = Object.values(facts).filter(({ value }) => isComplete(value))
      if (shown.length === 0) return []
      const rows = shown.map(({ label, value }) => [escapeHtml(label), fillHtml(value)] as const)
      const lines = shown.map(({ label, value }) => `${label}: ${fill(value)}`)
      return [{ text: lines.join('\n'), html: look.factTable(rows) }]
    },
  }
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const linkBlock = (look: MailMarkup, label: string, link: string, size: Size): Block => ({
  text: `${label}:\n${link}`,
  html: look[size](look.anchor(link, escapeHtml(label))),
})

function choiceBlocks({ choiceTable, small }: MailMarkup, { page, rows, note }: Choices): Block[] {
  if (rows.length === 0) return []
  const named = ({ word, url }: Choice) => `${word}:\n${url}`
  // Each answer of each date would be a list of addresses that is no help to readers.
  const lines = rows.flatMap(([label, links]) =>
    label === '' ? links.map(named) : page === undefined ? [label, ...links.map(named)] : [label],
  )
  const table = { text: lines.join('\n'), html: choiceTable(rows) }
  return note === undefined ? [table] : [table, { text: note, html: small(escapeHtml(note)) }]
}

/*
 * The HTML of mails. Styles are attributes, since some programs drop style sheets; the sheet has what attributes
 * cannot: the dark colours. The mark is text, so that it is there without pictures, and nothing is loaded from here.
 */

const SERIF = "Alegreya,Georgia,'Times New Roman',serif"
const SANS = "'Alegreya Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The colours of mails as the site has them without a kit. */
const LIGHT = {
  paper: '#f6f0e2',
  ink: '#231d16',
  soft: '#5c5142',
  night: '#15131f',
  gold: '#e0b45a',
  card: '#fffaf0',
  line: '#d8ccb2',
  link: '#7d5813',
}
type Colours = Readonly<typeof LIGHT>
const DARK: Colours = {
  ...LIGHT,
  paper: '#1d1a1f',
  ink: '#ece4d6',
  soft: '#b9ad9c',
  card: '#28242b',
  line: '#463f47',
  link: LIGHT.gold,
}

const coloursIn = (tones: Palette['light']): Colours => ({
  paper: tones.parchment,
  ink: tones.ink,
  soft: tones['ink-soft'],
  night: tones.night,
  gold: tones['gold-light'],
  card: tones.vellum,
  line: tones.line,
  link: tones['gold-deep'],
})

/** 44 px high, and as wide at least. */
const CHOICE = `display:block;min-width:28px;padding:13px 7px;border-radius:6px;font:bold 14px/16px ${SANS};text-align:center;text-decoration:none;white-space:nowrap`

/** Physical sides, because many programs know no others. @param start the side at which lines begin */
const stylesOf = (
  { paper, ink, soft, night, gold, card, line, link }: Colours,
  start: 'left' | 'right',
) => ({
  page: `margin:0;padding:0;background:${paper};color:${ink};font:17px/1.5 ${SERIF}`,
  outside: 'padding:8px',
  card: `max-width:600px;margin:0 auto;background:${card};border:1px solid ${line};border-radius:6px`,
  mark: `padding:8px 20px;background:${night};border-radius:5px 5px 0 0;color:${gold};font:bold 20px/1.2 ${SERIF};letter-spacing:1px`,
  text: 'padding:14px 20px 4px;word-break:break-word;overflow-wrap:anywhere',
  heading: `margin:0 0 10px;font:bold 24px/1.25 ${SERIF}`,
  sentence: 'margin:0 0 8px;white-space:pre-line',
  facts: `width:100%;margin:0 0 12px;border-collapse:collapse;font:16px/1.4 ${SANS}`,
  label: `width:30%;padding:${start === 'left' ? '6px 14px 6px 0' : '6px 0 6px 14px'};border-top:1px solid ${line};color:${soft};font-weight:normal;text-align:${start};vertical-align:top;word-break:normal;overflow-wrap:normal`,
  value: `padding:6px 0;border-top:1px solid ${line};vertical-align:top;white-space:pre-line`,
  choices: `margin:0 0 6px;border-collapse:collapse;font:15px/1.35 ${SANS}`,
  date: `width:100%;padding:2px 0;border-top:1px solid ${line};font-weight:normal;text-align:${start};white-space:pre-line;word-break:normal;overflow-wrap:break-word`,
  cell: `padding:2px ${start === 'left' ? '0 2px 4px' : '4px 2px 0'};border-top:1px solid ${line}`,
  choice: `${CHOICE};border:1px solid ${night};color:${night}`,
  chosen: `${CHOICE};border:1px solid ${night};background:${night};color:${gold}`,
  act: 'margin:12px 0 8px',
  button: `display:inline-block;padding:13px 22px;border-radius:6px;background:${night};color:${gold};font:bold 17px/1.2 ${SANS};text-decoration:none`,
  quiet: `display:inline-block;padding:11px 20px;border:2px solid ${night};border-radius:6px;color:${night};font:bold 17px/1.2 ${SANS};text-decoration:none`,
  small: `margin:0 0 8px;color:${soft};font:13px/1.4 ${SANS}`,
  quote: `margin:0 0 12px;padding:${start === 'left' ? '0 0 0 14px' : '0 14px 0 0'};border-${start}:3px solid ${line};white-space:pre-line`,
  foot: `padding:12px 20px 2px;border-top:1px solid ${line};word-break:break-word`,
  link: `color:${link}`,
})
type Style = keyof ReturnType<typeof stylesOf>

const darkRules = ({ paper, ink, soft, night, gold, card, line, link }: Colours) =>
  `@media (prefers-color-scheme:dark){
.page{background:${paper}!important;color:${ink}!important}
.card,.label,.value,.date,.cell,.quote,.foot{border-color:${line}!important}
.card{background:${card}!important}
.label,.small{color:${soft}!important}
.link{color:${link}!important}
.button,.chosen{background:${gold}!important;color:${night}!important}
.quiet,.choice{border-color:${gold}!important;color:${gold}!important}
}`

/** "Wed 9 Dec,", "Mi., 9. Dez.,", "19:00–23:00", or "10:00 –" before another day. */
const DATE_OR_TIME =
  /\b[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?\b,?|\b[A-Z][a-z]{1,2}\., \d{1,2}\. [A-Z][a-zä]{2,3}\b\.?(?: \d{4}\b)?,?|\b\d\d:\d\d(?:–\d\d:\d\d| –)?/g

/** Text in which lines end at no place within a date or a time, and within an e-mail address after the "@". */
const words = (text: string): string =>
  escapeHtml(text)
    .replace(DATE_OR_TIME, (whole) => element('span', whole, { style: 'white-space:nowrap' }))
    .replaceAll('@', `@${voidTag('wbr', {})}`)

/** Makes the parts of a mail. Their contents are markup. */
type MailMarkup = ReturnType<typeof mailMarkup>

/** Markup in the colours of the community; without a palette in those of the product. */
export function mailMarkup({ language, palette }: Pick<Kit, 'language' | 'palette'>) {
  const [light, dark] = palette
    ? [coloursIn(palette.light), coloursIn(palette.dark)]
    : [LIGHT, DARK]
  const styles = stylesOf(light, isRightToLeft(language) ? 'right' : 'left')
  const styled = (name: string, style: Style, content: string, attributes: Attributes = {}) =>
    element(name, content, { ...attributes, class: style, style: styles[style] })
  const factRow = ([label, value]: readonly [label: string, value: string]) =>
    element('tr', styled('th', 'label', label, { scope: 'row' }) + styled('td', 'value', value))
  const choiceRow = ([label, links]: readonly [label: string, links: readonly Choice[]]) => {
    const cells = links.map(({ word, url, isChosen }) => {
      const link = { href: url, ...(isChosen && { 'aria-current': 'true' }) }
      const cell = styled('a', isChosen ? 'chosen' : 'choice', escapeHtml(word), link)
      return label === ''
        ? element('td', cell, { style: 'padding:0 4px 0 0' })
        : styled('td', 'cell', cell)
    })
    const date = label === '' ? '' : styled('th', 'date', words(label), { scope: 'row' })
    return element('tr', [date, ...cells].join(''))
  }
  return {
    sentence: (content: string): string => styled('p', 'sentence', content),
    plain: (content: string): string => content,
    small: (content: string): string => styled('p', 'small', content),
    quotation: (content: string): string => styled('blockquote', 'quote', content),
    anchor: (url: string, content: string): string => styled('a', 'link', content, { href: url }),
    button: (url: string, label: string, isQuiet: boolean): string =>
      styled('p', 'act', styled('a', isQuiet ? 'quiet' : 'button', label, { href: url })),
    factTable: (facts: readonly (readonly [label: string, value: string])[]): string =>
      styled('table', 'facts', facts.map(factRow).join('\n')),
    choiceTable: (rows: Choices['rows']): string =>
      styled('table', 'choices', rows.map(choiceRow).join('\n')),
    page: (texts: PageTexts): string => mailPage(styled, darkRules(dark), language, texts),
  }
}

type PageTexts = {
  /** Name of the site; text, as is the heading. */
  readonly site: string
  readonly heading: string
  /** Markup, as is the foot. */
  readonly main: readonly string[]
  readonly foot: readonly string[]
}
type Styled = (name: string, style: Style, content: string, attributes?: Attributes) => string

function mailPage(
  styled: Styled,
  rules: string,
  language: string,
  { site, heading, main, foot }: PageTexts,
): string {
  const head = [
    '<meta charset="utf-8">',
    voidTag('meta', { name: 'viewport', content: 'width=device-width' }),
    voidTag('meta', { name: 'color-scheme', content: 'light dark' }),
    voidTag('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    textElement('title', heading),
    element('style', rules),
  ]
  const row = (style: Style, content: string) => element('tr', styled('td', style, content))
  const title = styled('h1', 'heading', words(heading))
  const card = [
    row('mark', escapeHtml(site)),
    row('text', [title, ...main].join('\n')),
    foot.length > 0 ? row('foot', foot.join('\n')) : '',
  ].join('\n')
  const layout = { role: 'presentation', width: '100%', cellspacing: 0, cellpadding: 0 }
  const outside = styled('td', 'outside', styled('table', 'card', card, layout))
  return `<!doctype html>
<html ${languageAttributes(language)}><head>${head.join('\n')}</head>
${styled('body', 'page', element('table', element('tr', outside), layout))}</html>
`
}
