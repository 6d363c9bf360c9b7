import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collected } from '#server/compose/collect.ts'
import { exportNext } from '#server/modules/account/personal-data/exporter.ts'
import { legalPage } from '#server/modules/legal/texts.ts'
import { composeKit } from '#server/text/kit.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const PAGES = [
  ['/api/account/not-me/made-up', 'Warst du das nicht?'],
  ['/api/account/confirm-email/made-up', 'Diese E-Mail-Adresse verwenden?'],
  ['/api/notifications/unsubscribe/made-up', 'Dieser Link ist ungültig'],
  ['/api/planning/answer/made-up', 'Dieser Link ist ungültig'],
  ['/legal.html', 'Datenschutz und Impressum'],
]
const GERMAN = { 'accept-language': 'de-AT,en;q=0.4' }
const titleOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1]
const headerOf = ({ headers }: { headers: Record<string, unknown> }) => [
  headers['content-language'],
  headers['vary'],
]

serverTests('pages for a reader, on %s', { env: { LANGUAGES: 'en,de' } }, (server) => {
  let mara: TestUser
  beforeEach(async () => {
    await server.empty()
    mara = await server.addUser('Mara')
  })

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
    await server.deps.db.updateTable('users').set({ language: 'de' }).execute()
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
