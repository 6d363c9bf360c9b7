import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOUR_NAMES, colourProperty } from '#contract/colours.ts'
import { collected } from '#server/compose/collect.ts'
import { startWarnings } from '#server/compose/prepare.ts'
import { plainPage } from '#server/http/plainPage.ts'
import { withKit } from '#server/http/plugins/kitPage.ts'
import { mailMarkup, renderMail } from '#server/mail/renderMail.ts'
import { exportNext } from '#server/modules/account/personal-data/exporter.ts'
import { isLegalFile, legalPage, missingTexts } from '#server/modules/legal/texts.ts'
import { composeKit, defaultKit } from '#server/text/kit.ts'
import { markdownToHtml } from '#server/text/markdown.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const PAGES = [
  ['/api/account/not-me/made-up', 'Warst du das nicht?'],
  ['/api/account/confirm-email/made-up', 'Diese E-Mail-Adresse verwenden?'],
  ['/api/notifications/unsubscribe/made-up', 'Dieser Link ist ungültig'],
  ['/api/planning/answer/made-up', 'Dieser Link ist ungültig'],
  ['/api/contents/seats/made-up', 'Dieser Link gilt nicht mehr'],
  ['/legal.html', 'Datenschutz und Impressum'],
]

const GERMAN = { 'accept-language': 'de-AT,en;q=0.4' }

const titleOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1]

const headerOf = ({ headers }: { headers: Record<string, unknown> }) => [
  headers['content-language'],
  headers['vary'],
]

serverTests('pages for a reader, on %s', { env: { LANGUAGES: 'en,de' } }, (server) => {
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')

  const open = (url: string, headers: Record<string, string> = GERMAN) =>
    server.app.inject({ url, headers })

  test.each(PAGES)('%s is in the language of the browser', async (url, title) => {
    const german = await open(url)
    expect([titleOf(german.body), headerOf(german)]).toEqual([
      title,
      ['de', 'accept-language, cookie'],
    ])
    expect(german.body).toContain('<html lang="de">')
    const english = await open(url, {})
    expect(headerOf(english)[0]).toBe('en')
    expect(english.body).toContain('<html lang="en">')
    expect(titleOf(english.body)).not.toBe(title)
  })

  test('a language that was chosen on the site, or that the URL names, goes before that of the browser', async () => {
    const cookie = 'a=b; i18next=de'
    expect(headerOf(await open('/legal.html', { cookie }))[0]).toBe('de')
    expect(headerOf(await open('/legal.html?lng=en', { cookie, ...GERMAN }))[0]).toBe('en')
    expect(headerOf(await open('/legal.html?lng=fr', GERMAN))[0]).toBe('de')
  })

  test('a form that answers has its times in the language of its reader', async () => {
    const finn = await server.addUser('Finn')
    const calls = planningOf(server)
    await calls.plan(mara, await calls.group(mara, finn), Date.UTC(2027, 6, 3, 17))
    const mail = (await deliveredMail(server)).findLast(({ to }) => to === 'finn@example.org')
    const url = /http\S+\/api\/planning\/answer\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { body } = await open(url.replace(/^https?:\/\/[^/]+/, ''))
    expect(titleOf(body)).toBe('Antworten als Finn')
    expect(body).toContain('<legend>Sa., 3. Juli 2027, 19:00–22:00 Ortszeit Wien</legend>')
  })

  describe('the legal page', () => {
    const write = (file: string, text: string) => {
      mkdirSync(server.deps.settings.legalDir, { recursive: true })
      writeFileSync(join(server.deps.settings.legalDir, file), text)
    }
    afterEach(() => rmSync(server.deps.settings.legalDir, { recursive: true, force: true }))

    test('has the operator’s text in the language of the reader', async () => {
      write('privacy.md', 'We keep little.')
      write('privacy.de.md', 'Wir speichern wenig.')
      const [german, english] = [
        (await open('/legal.html')).body,
        (await open('/legal.html', {})).body,
      ]
      expect(german).toContain('<section><p>Wir speichern wenig.</p></section>')
      expect(english).toContain('<section><p>We keep little.</p></section>')
      expect(german).not.toContain('We keep')
    })

    test('has the text that the community set for the language of the reader', () => {
      const value = { legal: { imprint: 'Ada' }, legal_in: { de: { imprint: 'Ada, Wien' } } }
      const kit = composeKit(value, null, { languages: ['en', 'de'] })
      expect(legalPage(kit)).toContain('<section><p>Ada</p></section>')
      expect(legalPage(kit.in('de'))).toContain('<section><p>Ada, Wien</p></section>')
    })

    test('has the operator’s text in the main language before a placeholder, and says so to screen readers', async () => {
      write('imprint.md', 'Ada, Vienna')
      const german = (await open('/legal.html')).body
      expect(german).toContain('<section lang="en"><p>Ada, Vienna</p></section>')
      expect(german).not.toContain('This is a placeholder')
    })
  })

  test('the archive has its page in the language of the member', async () => {
    await server.update('users', {}, { language: 'de' })
    const headers = mara.sensitive
    const send = (path: string) =>
      server.app.inject({ method: 'POST', url: `/api/users/my-data/${path}`, headers })
    await send('')
    const log = { info: () => undefined, error: () => undefined }
    await exportNext(server.deps, collected.personalData, log)
    const { ticket } = (await send('link/')).json()
    const { rawPayload } = await server.app.inject(`/api/users/my-data/file/${ticket}`)
    const page = (await unzipped(rawPayload)).get('index.html')?.toString() ?? ''
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('<h1>Deine Daten bei Discordia</h1>')
    expect(page).toContain('<h2>Dein Konto</h2>')
    expect(page).toContain('<dt>Sprache</dt><dd>de</dd>')
  })
})

serverTests('pages of a site in one language, on %s', { env: { LANGUAGES: 'en' } }, (server) => {
  test.each(PAGES)('%s says nothing about languages', async (url) => {
    const response = await server.app.inject({ url, headers: GERMAN })
    expect(headerOf(response)[0]).toBeUndefined()
    expect(String(response.headers['vary'])).not.toContain('language')
    expect(response.body).toContain('<html lang="en">')
  })
})

describe('the legal page', () => {
  let server: TestServer
  afterEach(() => server.close())
  const open = () => server.app.inject('/legal.html')
  const write = (file: string, text: string) => {
    mkdirSync(server.deps.settings.legalDir, { recursive: true })
    writeFileSync(join(server.deps.settings.legalDir, file), text)
  }

  test('has placeholders that are marked as such, a list of stored data, and the way back', async () => {
    server = await startServer('sqlite')
    const response = await open()
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('<h1>Privacy policy and disclaimer</h1>')
    expect(response.body.match(/This is a placeholder/g)).toHaveLength(2)
    expect(response.body).toContain('Discordia-consent-cookie')
    expect(response.body).toContain('href="/discordia/"')
    expect(response.body).not.toMatch(/<script|<style|style=/)
  })

  test('has the placeholders of the reader’s language, where the site is served in it', async () => {
    server = await startServer('sqlite', { LANGUAGES: 'en,de' })
    const headers = { 'accept-language': 'de-AT,de;q=0.9' }
    const response = await server.app.inject({ url: '/legal.html', headers })
    const german = response.body
    expect(response.headers['vary']).toContain('accept-language')
    expect((await open()).body).toContain('<html lang="en">')
    expect(german).toContain('<html lang="de">')
    expect(german.match(/Das ist ein Platzhalter/g)).toHaveLength(2)
    expect(german).not.toContain('This is a placeholder')
    expect(german).toContain('Discordia-consent-cookie')
  })

  test('has the operator’s texts as soon as they exist, without their HTML', async () => {
    server = await startServer('sqlite')
    await open()
    write('privacy.md', '# Privacy\n\nWe keep <b>little</b>.')
    const half = (await open()).body
    expect(half).toContain('<h2>Privacy</h2>\n<p>We keep &lt;b&gt;little&lt;/b&gt;.</p>')
    expect(half.match(/This is a placeholder/g)).toHaveLength(1)
    write('imprint.md', 'Ada, Vienna')
    expect((await open()).body).not.toContain('placeholder')
  })

  test('redirects to the URL that the operator has set', async () => {
    server = await startServer('sqlite', { LEGAL_URL: 'https://example.org/legal' })
    const { statusCode, headers } = await open()
    expect([statusCode, headers['location']]).toEqual([302, 'https://example.org/legal'])
    expect(headers['cache-control']).toBe('no-cache')
  })

  test('causes a warning in production until both texts exist', async () => {
    server = await startServer('sqlite', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://discordia.example',
      SMTP_URL: 'smtps://mail.example',
    })
    // A machine without a build has another warning, too.
    const placeholders = async () =>
      (await startWarnings(server.deps)).filter((one) => one.includes('placeholder'))
    expect(await placeholders()).toHaveLength(1)
    for (const file of missingTexts(server.deps.settings, defaultKit()))
      write(file.split('/').at(-1) ?? '', 'x')
    expect(await placeholders()).toEqual([])
  })
})

test.each([
  [
    '## Who\nAda\n\n- one\n- two',
    '<h3>Who</h3>\n<p>Ada</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  ],
  [
    'See https://a.example/x?b=1&c, or **write**.',
    '<p>See <a href="https://a.example/x?b=1&amp;c">https://a.example/x?b=1&amp;c</a>, or <strong>write</strong>.</p>',
  ],
  ['[here](https://a.example)', '<p><a href="https://a.example">here</a></p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](https://a.example"onclick="x)', '<p><a href="https://a.example%22onclick=%22x">x</a></p>'],
  [
    'https://example.org/wiki/Mercury_(planet), (https://b.example/a_b)',
    '<p><a href="https://example.org/wiki/Mercury_(planet)">https://example.org/wiki/Mercury_(planet)</a>, (<a href="https://b.example/a_b">https://b.example/a_b</a>)</p>',
  ],
  ['![x](https://a.example/x.png)', '<p>!<a href="https://a.example/x.png">x</a></p>'],
  ['example.org', '<p>example.org</p>'],
  ['ada@example.org', '<p><a href="mailto:ada@example.org">ada@example.org</a></p>'],
])('the Markdown %j is safe HTML', (text, html) => {
  expect(markdownToHtml(text)).toBe(html)
})

test('a backup takes the legal texts of the operator in every language', () => {
  const names = ['imprint.de.md', 'privacy.md', 'notes.md', 'privacy.german.md', 'privacy.de.md~']
  expect(names.filter(isLegalFile)).toEqual(['imprint.de.md', 'privacy.md'])
})

test('plain pages have no colour of their own', () => {
  const style = readFileSync('server/http/plainPage.css', 'utf8')
  const used = [...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(10)
  const properties: readonly (string | undefined)[] = COLOUR_NAMES.map(colourProperty)
  expect(used.filter((name) => !properties.includes(name))).toEqual([])
  expect(style).not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)\(/)
})

test('a plain page escapes its title, shows pictures that exist, and is indexed unless it is personal', () => {
  const page = plainPage(defaultKit(), { title: 'A <b>title', content: '' })
  for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/icons\/[^"]+)/g))
    expect([file, existsSync(`public${file}`)]).toEqual([file, true])
  expect(page).toContain('<h1>A &lt;b&gt;title</h1>')
  expect(page).not.toContain('noindex')
  expect(plainPage(defaultKit(), { title: '', content: '', isPersonal: true })).toContain('noindex')
})

test('pages and mails have the direction of their language', () => {
  const startsOf = (language: string) => {
    const kit = defaultKit([language])
    const pages = [plainPage(kit, { title: '', content: '' }), withKit('<html lang="en">', kit)]
    const { html } = renderMail(kit, 'notice_password_changed', { to: 'a@b.c' })
    return [...pages, html].map((page) => /<html[^>]*>/.exec(page)?.[0])
  }
  expect(startsOf('en')).toEqual(Array(3).fill('<html lang="en">'))
  expect(startsOf('ar')).toEqual(Array(3).fill('<html lang="ar" dir="rtl">'))
})

test('a mail has its sides by styles that every program knows', () => {
  const sidesIn = (language: string) => {
    const look = mailMarkup(defaultKit([language]))
    const parts = look.factTable([['Start', 'Wed 9 Dec']]) + look.quotation('Hi')
    return parts.match(/text-align:\w+|border-(?:left|right)|padding:(?:\w+ ){3}[^;"]+/g)
  }
  expect(sidesIn('en')).toEqual([
    ...['padding:6px 14px 6px 0', 'text-align:left'],
    ...['padding:0 0 0 14px', 'border-left'],
  ])
  expect(sidesIn('ar')).toEqual([
    ...['padding:6px 0 6px 14px', 'text-align:right'],
    ...['padding:0 14px 0 0', 'border-right'],
  ])
})
