import texts from '../../locales/en/mail.json' with { type: 'json' }
import type { Mail } from './transport.ts'

/** Areas of `locales/en/mail.json` that are a whole mail. */
export type MailText = Exclude<keyof typeof texts, 'layout'>

type Words = {
  readonly to: string
  /** Fills `{{name}}` in every sentence. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Where the mail's button leads. */
  readonly link?: string
}

/** A mail of plain text and of HTML, both from the same sentences. */
export function worded(text: MailText, { to, values = {}, link }: Words): Mail {
  const fill = (sentence: string) =>
    sentence.replace(/{{(\w+)}}/g, (_all, name: string) => String(values[name] ?? ''))
  const area: { subject: string; body: string[]; action?: string; closing: string[] } = texts[text]
  const body = area.body.map(fill)
  const closing = [...area.closing, texts.layout.sender].map(fill)
  const button = link === undefined || area.action === undefined ? [] : [fill(area.action)]
  return {
    to,
    subject: fill(area.subject),
    text: `${[...body, ...button.map((label) => `${label}:\n${link}`), ...closing].join('\n\n')}\n`,
    html: page([
      ...body.map(paragraph),
      ...button.map((label) => linked(label, link ?? '')),
      ...closing.map(paragraph),
    ]),
    ...(link !== undefined && { link }),
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
/** Line breaks that somebody has typed stay. */
const paragraph = (sentence: string): string =>
  `<p style="white-space:pre-line">${escaped(sentence)}</p>`

/** A button for the eye, and the address itself for readers whose program shows no buttons. */
const linked = (label: string, link: string): string =>
  `<p><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#15131f;color:#e0b45a;text-decoration:none">${escaped(label)}</a></p>
${paragraph(texts.layout.address)}<p><a href="${escaped(link)}">${escaped(link)}</a></p>`

const page = (parts: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(texts.layout.product)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif;color:#231d16;background:#f6f0e2">
<div style="max-width:560px;margin:0 auto">
${parts.join('\n')}
</div></body></html>
`
