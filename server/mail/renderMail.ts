import texts from '../../locales/en/mail.json' with { type: 'json' }
import { fillIn } from '../text/fillIn.ts'
import { printable } from '../text/keys.ts'
import { escapeHtml } from '../text/markup.ts'
import type { Mail } from './transport.ts'

/** Areas of `locales/en/mail.json` that are whole mails. */
export type MailText = Exclude<keyof typeof texts, 'layout' | 'unsubscribe_page'>

type MailParts = {
  readonly to: string
  /** Fills `{{name}}` in every sentence. */
  readonly values?: Readonly<Record<string, string | number>>
  /** URL of the button. */
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
type Block = { readonly text: string; readonly html: string }

/** Plain text and HTML of the same sentences. A sentence with an empty value is omitted. */
export function renderMail(
  text: MailText,
  { to, values = {}, link, quote, unsubscribe }: MailParts,
): Mail {
  const fill = (sentence: string) => printable(fillIn(sentence, values))
  const isComplete = (sentence: string) =>
    [...sentence.matchAll(/{{(\w+)}}/g)].every(
      ([, name = '']) => String(values[name] ?? '?').trim() !== '',
    )
  const blocksOf = (sentences: readonly string[]) =>
    sentences.filter(isComplete).map((sentence) => block(fill(sentence)))
  const { subject, body, action, closing, quoted = '' }: Area = texts[text]
  const blocks = [...blocksOf(body)]
  if (link !== undefined && action !== undefined) blocks.push(button(fill(action), link))
  blocks.push(...blocksOf(closing), block(texts.layout.sender))
  if (unsubscribe !== undefined) blocks.push(linkBlock(texts.layout.unsubscribe, unsubscribe))
  if (quote !== undefined) blocks.push(quotation(fill(quoted), printable(quote)))
  return {
    to,
    subject: fill(subject).replace(/\s+/g, ' '),
    text: `${blocks.map((one) => one.text).join('\n\n')}\n`,
    html: page(blocks.map((one) => one.html)),
    ...(link !== undefined && { link }),
    ...(unsubscribe !== undefined && { headers: oneClick(unsubscribe) }),
  }
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const block = (sentence: string): Block => ({ text: sentence, html: paragraph(sentence) })

const linkBlock = (label: string, link: string): Block => ({
  text: `${label}:\n${link}`,
  html: anchor(link, label),
})

/** The URL also appears as text, for mail programs that show no buttons. */
const button = (label: string, link: string): Block => ({
  text: `${label}:\n${link}`,
  html: `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#15131f;color:#e0b45a;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph(texts.layout.address)}${anchor(link, link)}`,
})

const quotation = (intro: string, words: string): Block => ({
  text: `${intro}\n${words.replace(/^/gm, '> ')}`,
  html: `${paragraph(intro)}<blockquote>${paragraph(words)}</blockquote>`,
})

/** Keeps typed line breaks. */
const paragraph = (sentence: string): string =>
  `<p style="white-space:pre-line">${escapeHtml(sentence)}</p>`

const anchor = (link: string, label: string): string =>
  `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`

const page = (parts: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(texts.layout.product)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif;color:#231d16;background:#f6f0e2">
<div style="max-width:560px;margin:0 auto">
${parts.join('\n')}
</div></body></html>
`
