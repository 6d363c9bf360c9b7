import { mailWriters } from '#server/compose/collect.ts'
import { ENGLISH, languageFolders, missingTexts } from '#server/config/locales.ts'
import { type MailText, renderMail } from '#server/mail/renderMail.ts'
import { defaultKit } from '#server/text/kit.ts'
import desk from '../../locales/en/desk.json' with { type: 'json' }

const LINK = 'https://discordia.example/the/thing?itself=1&part=2'
const STOP = 'https://discordia.example/stop'
const OTHER = 'https://discordia.example/other'

type Labelled = Readonly<Record<string, { readonly label: string; readonly value: string }>>
type Area = {
  readonly body: readonly string[]
  readonly closing: readonly string[]
  readonly facts?: Labelled
  readonly action?: string
  readonly quiet_action?: string
  readonly links?: Labelled
  readonly why?: string
}
/** Those that lack no text of a mail. */
const LANGUAGES = languageFolders().filter(
  (one) => !missingTexts(one).some((text) => text.startsWith('mail: ')),
)
const KIT = defaultKit([ENGLISH, ...LANGUAGES.filter((one) => one !== ENGLISH)])

const { layout: _layout, unsubscribe_page: _page, ...mails } = KIT.texts.mail
const MAILS = Object.keys(mails) as MailText[]
const areaOf = (mail: MailText, language = ENGLISH): Area => KIT.in(language).texts.mail[mail]

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name)

/** Every placeholder of a mail, filled with a lower-case word. */
function valuesOf(mail: MailText): Record<string, string> {
  const links = namesIn(areaOf(mail).links ?? {})
  return Object.fromEntries(
    namesIn(areaOf(mail)).map((name) => [
      name,
      links.includes(name) ? OTHER : /^(by|maker)$/.test(name) ? 'Ann' : `the ${name}`,
    ]),
  )
}
const render = (mail: MailText, language = ENGLISH, values = valuesOf(mail)) =>
  renderMail(KIT.in(language), mail, {
    to: 'a@example.org',
    values,
    link: LINK,
    unsubscribe: STOP,
  })
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

const EACH = LANGUAGES.flatMap((language) => MAILS.map((mail) => [language, mail] as const))

describe.each(EACH)('in %s the mail %s', (language, mail) => {
  const { subject, text, html } = render(mail, language)
  const { body, closing, facts = {}, action, quiet_action, links = {} } = areaOf(mail, language)

  it('has a capital letter after the greeting, and at the beginning of each sentence of ours', () => {
    for (const sentence of [...body, ...closing])
      expect(sentence).toMatch(/^([“„]?\p{Lu}|(> )?\{\{\w+\}\}$|\{\{(by|maker)\}\} )/u)
    const [greeting, first] = text.split('\n\n')
    if (greeting?.endsWith(',')) expect(first).toMatch(/^\p{Lu}/u)
  })

  it('has one heading and a subject, with all values, and says its language', () => {
    expect(html).toContain(`<html lang="${language}">`)
    expect(countOf(html, /<h1/g)).toBe(1)
    expect(html).not.toMatch(/<(p|t[hdr]) [^>]*><\//)
    expect(subject).not.toBe('')
    expect(`${subject}${text}${html}`).not.toMatch(/{{|undefined/)
  })

  it('has at most one button, and a plain part with the same link on a line of its own', () => {
    const buttons = [...html.matchAll(/<a href="([^"]*)" class="(button|quiet)"/g)]
    const label = action ?? quiet_action
    expect(buttons.map(([, href, look]) => [href?.replaceAll('&amp;', '&'), look])).toEqual(
      label === undefined ? [] : [[LINK, action === undefined ? 'quiet' : 'button']],
    )
    expect(text.split('\n').filter((line) => line === LINK)).toHaveLength(buttons.length)
    if (label !== undefined) expect(text).toContain(`${label}:\n${LINK}\n`)
  })

  it('has a label for each further link, and no bare address in its sentences', () => {
    for (const { label } of Object.values(links)) {
      expect(text).toContain(`${label}:\n${OTHER}\n`)
      expect(html).toMatch(new RegExp(`<a href="${OTHER}"[^>]*>${label}</a>`))
    }
    expect(wordsOf(html)).not.toContain(OTHER)
  })

  it('has its facts as lines and as rows, with the same words in both parts', () => {
    const labels = Object.values(facts).map(({ label }) => label)
    expect(countOf(html, /<th scope="row"/g)).toBe(labels.length)
    // Links that are no buttons have words of their own in HTML, and quotations a line beside them.
    const lines = text.split('\n').map((line) =>
      line
        .replace(/^> |:$/g, '')
        .replace(STOP, '')
        .replace(OTHER, ''),
    )
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
  const { text, html } = renderMail(KIT, 'session_made', {
    to: 'a@example.org',
    values: {
      ...values,
      username: 'Finn',
      host: '',
      place: '',
      notes: '',
      title: 'A',
    },
  })
  expect(text).toContain('When: Sat 3 Jul\nLink: https://meet.example/a?b=1&c=2\n\n')
  expect(html).toContain('<a href="https://meet.example/a?b=1&amp;c=2"')
  expect(html).not.toContain('Where')
})

test('lines end at no place within a date, a time or an e-mail address', () => {
  const values = { username: 'Finn', title: 'Lanterns', location: 'Graz', day: '' }
  const { text, html } = renderMail(KIT, 'registration_reminder', {
    to: 'a@example.org',
    values: { ...values, date: 'Tue 15 Dec, 10:00 – Wed 16 Dec 2027, 18:00 Vienna time' },
  })
  const kept = [...html.matchAll(/<span style="white-space:nowrap">([^<]*)<\/span>/g)]
  expect(kept.map(([, one]) => one)).toEqual([
    ...['Tue 15 Dec,', '10:00 –', 'Wed 16 Dec 2027,', '18:00'],
  ])
  expect(text).toContain('When: Tue 15 Dec, 10:00 – Wed 16 Dec 2027, 18:00 Vienna time\n')
  const mail = renderMail(KIT, 'notice_email_change_requested', {
    to: 'a@example.org',
    values: { username: 'Finn', new_email: 'hanne.lind@example.org', hours: 24 },
  })
  expect(mail.html).toContain('hanne.lind@<wbr>example.org')
  expect(mail.text).toContain('hanne.lind@example.org')
})

test.each(EACH.filter(([, mail]) => /^(content|event|registration)_/.test(mail)))(
  'in %s the mail %s says the title of the event or article once',
  (language, mail) => {
    const { subject, text, html } = render(mail, language)
    expect(subject).toContain('the title')
    for (const part of [text, wordsOf(html)]) expect(part.split('the title')).toHaveLength(2)
  },
)

it('checks English and German', () => {
  expect(LANGUAGES).toEqual(expect.arrayContaining(['de', ENGLISH]))
})

describe.each(EACH.filter(([language]) => language !== ENGLISH))(
  'translated to %s, the mail %s',
  (language, mail) => {
    const [own, english] = [areaOf(mail, language), areaOf(mail)]

    it('leaves out the same sentences, facts and links without a value', () => {
      const shape = (part: unknown): unknown =>
        typeof part === 'string'
          ? namesIn(part).toSorted()
          : Array.isArray(part)
            ? part.map(shape)
            : Object.entries(part ?? {}).map(([name, one]) => [name, shape(one)])
      expect(shape(own)).toEqual(shape(english))
    })

    it('has sentences and labels of its own', () => {
      const sentencesOf = ({ body, closing, why = '', action = '', quiet_action = '' }: Area) =>
        [...body, ...closing, why, action, quiet_action].filter((one) => /^\p{L}/u.test(one))
      const english_ones = new Set(sentencesOf(english))
      expect(sentencesOf(own).filter((one) => english_ones.has(one))).toEqual([])
    })

    it('does not end a sentence with a date, which may be abbreviated', () => {
      const values = Object.entries(valuesOf(mail)).map(([name, value]) => [
        name,
        /^(archive|closes|last_date|second_step|until)$|^da(te|y)s?$/.test(name)
          ? `${value}.`
          : value,
      ])
      const { subject, text } = render(mail, language, Object.fromEntries(values))
      expect(`${subject}\n${text}`).not.toContain('..')
    })
  },
)

test('German mails have German quotation marks alone', () => {
  const text = JSON.stringify(Object.values(KIT.in('de').texts.mail)).replaceAll(/"|\\n/g, '')
  expect(text).toMatch(/„[^„“]+“/)
  expect(text.replaceAll(/„[^„“]+“/g, '')).not.toMatch(/[„“”‘’']/)
})

describe('the words of others', () => {
  const said = 'Look at https://there.example/?a=1&b=<b>, or (http://other.example/x).\nBye'
  const values = { username: 'Finn', title: 'Lanterns', subject: 'Seats', name: 'Ada' }

  test('are quoted line by line, and addresses in words of staff can be opened', () => {
    const { text, html } = renderMail(KIT, 'registration_message', {
      to: 'a@example.org',
      values: { ...values, text: said },
    })
    expect(text).toContain('> Look at https://there.example')
    expect(text).toContain('\n> Bye\n\n')
    const [, quoted = ''] = /<blockquote [^>]*>(.*?)<\/blockquote>/s.exec(html) ?? []
    expect(
      [...quoted.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, ...one]) => one),
    ).toEqual(
      ['https://there.example/?a=1&amp;b=', 'http://other.example/x'].map((url) => [url, url]),
    )
    expect(quoted).toMatch(/&lt;b&gt;, or \(<a .*<\/a>\)\.\nBye$/s)
  })

  test.each([said, 'https://there.example'])(
    'in %j of a stranger no address is a link',
    (message) => {
      const { html } = renderMail(KIT, 'contact', {
        to: 'a@example.org',
        values: { ...values, name: message, email: 'ada@example.org', message },
      })
      expect(html).toContain('https://there.example')
      expect(html).not.toContain('<a ')
    },
  )
})
