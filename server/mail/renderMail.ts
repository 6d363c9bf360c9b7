import texts from '../../locales/en/mail.json' with { type: 'json' }
import { printable } from '../text/keys.ts'
import { escapeHtml } from '../text/markup.ts'
import type { Mail } from './transport.ts'

/** Areas of `locales/en/mail.json` that are whole mails. */
export type MailText = Exclude<keyof typeof texts, 'layout' | 'unsubscribe_page'>

type MailParts = {
  readonly to: string
  /** Fills `{{name}}` in every sentence. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Of the button. */
  readonly link?: string
  /** The message that the mail responds to, quoted at its end. */
  readonly quote?: string
  /** Link that unsubscribes; mail programs show a button of their own for it (RFC 8058). */
  readonly unsubscribe?: string
}

type Area = {
  subject: string
  body: string[]
  action?: string
  closing: string[]
  quoted?: string
}

/** Plain text and HTML of the same sentences. A sentence with an empty value is omitted. */
export function renderMail(
  text: MailText,
  { to, values = {}, link, quote, unsubscribe }: MailParts,
): Mail {
  const isComplete = (sentence: string) =>
    [...sentence.matchAll(/{{(\w+)}}/g)].every(
      ([, name = '']) => String(values[name] ?? '?').trim() !== '',
    )
  const fill = (sentence: string) =>
    sentence.replace(/{{(\w+)}}/g, (_all, name: string) => printable(String(values[name] ?? '')))
  const area: Area = texts[text]
  const body = area.body.filter(isComplete).map(fill)
  const closing = [...area.closing.filter(isComplete), texts.layout.sender].map(fill)
  const end = unsubscribe === undefined ? [] : [unsubscribe]
  const button = link === undefined || area.action === undefined ? [] : [fill(area.action)]
  const quoted = quote === undefined ? [] : [printable(quote)]
  const intro = fill(area.quoted ?? '')
  return {
    to,
    subject: fill(area.subject).replace(/\s+/g, ' '),
    text: `${[
      ...body,
      ...button.map((label) => `${label}:\n${link}`),
      ...closing,
      ...end.map((address) => `${texts.layout.unsubscribe}:\n${address}`),
      ...quoted.map((words) => `${intro}\n${words.replace(/^/gm, '> ')}`),
    ].join('\n\n')}\n`,
    html: page([
      ...body.map(paragraph),
      ...button.map((label) => linked(label, link ?? '')),
      ...closing.map(paragraph),
      ...end.map((address) => anchor(address, texts.layout.unsubscribe)),
      ...quoted.map((words) => `${paragraph(intro)}<blockquote>${paragraph(words)}</blockquote>`),
    ]),
    ...(link !== undefined && { link }),
    ...(unsubscribe !== undefined && { headers: oneClick(unsubscribe) }),
  }
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Keeps typed line breaks. */
const paragraph = (sentence: string): string =>
  `<p style="white-space:pre-line">${escapeHtml(sentence)}</p>`

/** A button, and the URL as text for mail programs that show no buttons. */
const linked = (label: string, link: string): string =>
  `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#15131f;color:#e0b45a;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph(texts.layout.address)}${anchor(link, link)}`
const anchor = (link: string, label: string): string =>
  `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`

const page = (parts: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(texts.layout.product)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif;color:#231d16;background:#f6f0e2">
<div style="max-width:560px;margin:0 auto">
${parts.join('\n')}
</div></body></html>
`
