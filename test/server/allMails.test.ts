import { mailWriters } from '#server/compose/collect.ts'
import { type MailText, renderMail } from '#server/mail/renderMail.ts'
import desk from '../../locales/en/desk.json' with { type: 'json' }
import texts from '../../locales/en/mail.json' with { type: 'json' }

const LINK = 'https://discordia.example/the/thing?itself=1&part=2'
const STOP = 'https://discordia.example/stop'

type Area = {
  readonly body: readonly string[]
  readonly closing: readonly string[]
  readonly facts?: Readonly<Record<string, string>>
  readonly action?: string
}
const { layout: _layout, unsubscribe_page: _page, ...mails } = texts
const areas: Readonly<Record<MailText, Area>> = mails
const MAILS = Object.keys(mails) as MailText[]

/** Every placeholder of a mail, filled with a lower-case word. */
function valuesOf(mail: MailText): Record<string, string> {
  const names = JSON.stringify(areas[mail]).matchAll(/{{(\w+)}}/g)
  return Object.fromEntries([...names].map(([, name = '']) => [name, `the ${name}`]))
}
const render = (mail: MailText) =>
  renderMail(mail, { to: 'a@example.org', values: valuesOf(mail), link: LINK, unsubscribe: STOP })
const countOf = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0
/** Words of the HTML part, in which blocks are apart. */
const wordsOf = (html: string) =>
  html
    .replace(/<(head|title|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')

it('has a name at the desk for every kind of mail', () => {
  expect(Object.keys(desk.outbox.kinds).toSorted()).toEqual(Object.keys(mailWriters).toSorted())
})

describe.each(MAILS)('the mail %s', (mail) => {
  const { subject, text, html } = render(mail)
  const { body, closing, facts = {}, action } = areas[mail]

  it('has a capital letter after the greeting, and at the beginning of each sentence of ours', () => {
    for (const sentence of [...body, ...closing])
      expect(sentence).toMatch(/^(“?\p{Lu}|\{\{\w+\}\}$)/u)
    const [greeting, first] = text.split('\n\n')
    if (greeting?.endsWith(',')) expect(first).toMatch(/^\p{Lu}/u)
  })

  it('has one heading and a subject, with all values', () => {
    expect(countOf(html, /<h1/g)).toBe(1)
    expect(subject).not.toBe('')
    expect(`${subject}${text}${html}`).not.toMatch(/{{|undefined/)
  })

  it('has at most one button, and a plain part with the same link on a line of its own', () => {
    const buttons = [...html.matchAll(/<a href="([^"]*)" class="button"/g)]
    expect(buttons.map(([, href]) => href?.replaceAll('&amp;', '&'))).toEqual(
      action === undefined ? [] : [LINK],
    )
    expect(text.split('\n').filter((line) => line === LINK)).toHaveLength(buttons.length)
    if (action !== undefined) expect(text).toContain(`${action}:\n${LINK}\n`)
  })

  it('has its facts as lines and as rows, with the same words in both parts', () => {
    const labels = Object.keys(facts)
    expect(countOf(html, /<th scope="row"/g)).toBe(labels.length)
    // The link that unsubscribes has words of its own in HTML.
    const lines = text.split('\n').map((line) => line.replace(/:$/, '').replace(STOP, ''))
    const labelsOf = (line: string) => labels.filter((label) => line.startsWith(`${label}: `))
    expect(lines.flatMap(labelsOf)).toEqual(labels)
    const words = wordsOf(html)
    for (const line of lines)
      for (const part of labelsOf(line).length > 0 ? line.split(': ') : [line])
        expect(words).toContain(part)
  })

  it('loads nothing, and adapts to a dark screen and a narrow one', () => {
    expect(html).not.toMatch(/<img|<link|url\(|@import|<script/)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toContain('<meta name="viewport" content="width=device-width">')
  })
})

test('an empty fact is left out, and a link among the facts can be opened', () => {
  const values = { group: 'Ravens', date: 'Sat 3 Jul', link: 'https://meet.example/a?b=1&c=2' }
  const { text, html } = renderMail('session_made', {
    to: 'a@example.org',
    values: { ...values, username: 'Finn', place: '', notes: '', further: '', title: 'A' },
  })
  expect(text).toContain('Group: Ravens\nWhen: Sat 3 Jul\nLink: https://meet.example/a?b=1&c=2\n\n')
  expect(html).toContain('<a href="https://meet.example/a?b=1&amp;c=2"')
  expect(html).not.toContain('Where')
})
