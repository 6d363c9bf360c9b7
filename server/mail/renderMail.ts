import { fillIn } from '../text/fillIn.ts'
import { printable } from '../text/keys.ts'
import type { Kit, KitTexts } from '../text/kit.ts'
import { escapeHtml } from '../text/markup.ts'
import { type MailMarkup, mailMarkup, words } from './mailPage.ts'
import type { Mail } from './transport.ts'

/** Areas of `locales/en/mail.json` that are whole mails. */
export type MailText = Exclude<keyof KitTexts['mail'], 'layout' | 'unsubscribe_page'>

/** Links that answer, by what they are about. In the plain part several rows are one link to all of them if there is one. */
export type Choices = {
  readonly page?: string
  readonly rows: readonly (readonly [
    label: string,
    links: readonly (readonly [word: string, url: string])[],
  ])[]
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
/** By a name for programs: `label` is what is read beside `value`. */
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
  /** Further links. */
  links?: Labelled
  /** Why the recipient gets the mail. */
  why?: string
  /** Sentences after the end: the message that the mail responds to. */
  quoted?: string[]
}
const QUOTE = '> '
type Size = 'sentence' | 'small'
type Block = { readonly text: string; readonly html: string }

/** Plain text and HTML of the same sentences. A sentence, fact or further link with an empty value is omitted. */
export function renderMail(
  kit: Kit,
  text: MailText,
  { to, values = {}, link, choices, unsubscribe, replyTo }: MailParts,
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
  const main = [...blocksOf(area.body), ...factsOf(area.facts ?? {})]
  if (link !== undefined) main.push(...actionBlocks(look, area, link, texts.layout.address))
  if (choices !== undefined) main.push(choiceBlock(look, texts.layout.answer, choices))
  main.push(...blocksOf(area.closing))
  for (const { label, value: url } of Object.values(area.links ?? {}))
    if (isComplete(url)) main.push(linkBlock(look, label, fill(url), 'sentence'))
  const foot = blocksOf(area.why === undefined ? [] : [area.why], 'small')
  const stop =
    unsubscribe === undefined
      ? []
      : [linkBlock(look, texts.layout.unsubscribe, unsubscribe, 'small')]
  const quoted = blocksOf(area.quoted ?? [])
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
      foot: [...foot, ...stop].map((one) => one.html),
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

function choiceBlock(
  { anchor, factTable, sentence }: MailMarkup,
  title: string,
  { page, rows }: Choices,
): Block {
  const linksOf = (links: Choices['rows'][number][1]) =>
    links.map(([word, url]) => anchor(url, escapeHtml(word))).join(' &nbsp; ')
  const isOne = rows.length === 1
  const table = rows.map(
    ([label, links]) => [isOne ? escapeHtml(title) : words(label), linksOf(links)] as const,
  )
  const [first] = rows
  const named = (name: string, url: string) => `${name}:\n${url}`
  const lines =
    isOne && first !== undefined
      ? first[1].map(([word, url]) => named(word, url))
      : page === undefined
        ? rows.flatMap(([label, links]) => links.map(([, url]) => named(label, url)))
        : [page]
  return {
    text: `${title}:\n${lines.join('\n')}`,
    html: `${isOne ? '' : sentence(`${escapeHtml(title)}:`)}${factTable(table)}`,
  }
}

/** The URL also appears as text, for mail programs that show no buttons. */
function actionBlocks(
  { button, small, anchor }: MailMarkup,
  { action, quiet_action }: Area,
  link: string,
  address: string,
): Block[] {
  const label = action ?? quiet_action
  if (label === undefined) return []
  const html = `${button(link, escapeHtml(label), action === undefined ? 'quiet' : 'button')}
${small(`${escapeHtml(address)} ${anchor(link, escapeHtml(link))}`)}`
  return [{ text: `${label}:\n${link}`, html }]
}
