import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWarnings } from '#server/compose/prepare.ts'
import { isLegalFile, missingTexts } from '#server/modules/legal/texts.ts'
import { defaultKit } from '#server/text/kit.ts'
import { markdownToHtml } from '#server/text/markdown.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

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
