import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse as parseDisposition } from 'content-disposition'
import sharp from 'sharp'
import { UPLOAD_PURPOSES } from '#contract/sets.ts'
import { FILM, PNG, WEBM } from '#test/helpers/fixtures/deskRows.ts'
import { addGlossaryType, entryForm, glossaryCalls } from '#test/helpers/fixtures/glossary.ts'
import { imageAttacks, MARK, photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, fileForm } from '#test/helpers/server/startDesk.ts'

const PAGE = `<!doctype html><script>alert('${MARK}')</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"></svg>`

/** Names that have escaped from a folder, into a header, or to a program. */
const NAMES = [
  '../../../../etc/cron.d/x.png',
  '..\\..\\..\\windows\\x.png',
  '/etc/passwd',
  'x.png\0.html',
  'x.php.png',
  'x.png.html',
  '.htaccess',
  '.',
  '..',
  'CON',
  '%2e%2e%2fx.png',
  '\u202egnp.exe',
  `${'x'.repeat(5000)}.png`,
  `${'../'.repeat(500)}x.png`,
  'a; filename=b.html',
  "x' onerror='alert(1).png",
  '<script>alert(1)</script>.png',
]

/** Types that a browser may run, whatever the bytes are. */
const TYPES = [
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'text/javascript',
  'text/css',
  'application/x-shockwave-flash',
  'multipart/x-mixed-replace',
  'text/html; charset=utf-7',
  'x/y\tz',
]

type Sent = { readonly statusCode: number; readonly id: string; readonly body: string }

deskTests('hostile uploads at the desk and on the site', { engines: ['sqlite'] }, (server) => {
  let ada: DeskCaller
  let category_id: number
  beforeAll(async () => {
    ada = await server.staff('Ada')
    category_id = (await ada.post('/download-categories', { title: 'Maps' })).json().id
  })

  async function send(
    purpose: string,
    bytes: Buffer,
    name = 'x.png',
    type = 'image/png',
  ): Promise<Sent> {
    const { body, contentType } = fileForm(bytes, name, type)
    const response = await ada.ask('POST', `/uploads/${purpose}`, body, contentType)
    return { statusCode: response.statusCode, id: response.json().id, body: response.body }
  }
  const stored = () => globSync('*/*', { cwd: join(server.dataDir, 'uploads') })

  /** Downloads the file in the same way as the site. */
  async function downloaded(upload: string) {
    const file = { category_id, display_name: 'A file', file_upload: upload }
    const made = (await ada.post('/download-files', file)).json()
    const response = await server.app.inject(`/api/downloads/download/${made.id}`)
    expect(response.statusCode).toBe(200)
    return { headers: response.headers, named: String(made.download_file_name) }
  }

  test('as a picture, a film or captions, only a valid one is stored, and only cleaned', async () => {
    const animated = await sharp(Buffer.alloc(16 * 32 * 3, 9), {
      raw: { width: 16, height: 32, channels: 3 },
    })
      .gif({ delay: [9, 9] })
      .toBuffer()
    const archive = gzipSync(Buffer.alloc(20_000_000))
    const more = [
      ['animated GIF', animated],
      ['animated WebP', await sharp(animated, { animated: true }).webp().toBuffer()],
      ['archive of 20 MB of nothing', archive],
      ['page', Buffer.from(PAGE)],
      ['SVG', Buffer.from(SVG)],
      ['film', FILM],
      ['WebM', WEBM],
      ['captions', Buffer.from(`WEBVTT\n\n${PAGE}`)],
    ] as const
    const attacks = [
      // The largest are sent as entries of the site: test/server/glossaryImages.test.ts.
      ...(await imageAttacks()).filter(({ name }) => !/mega|pixels/.test(name)),
      ...more.map(([name, bytes]) => ({ name, bytes, becomes: null })),
    ]
    const taken: Record<string, string[]> = {}
    for (const purpose of UPLOAD_PURPOSES.filter((one) => one !== 'file' && one !== 'import'))
      for (const { name, bytes, becomes } of attacks) {
        const before = stored().length
        const { statusCode, body } = await send(purpose, Buffer.from(bytes), name)
        if (statusCode !== 201) expect([name, statusCode]).toEqual([name, 400])
        // A refused file leaves nothing behind.
        if (statusCode !== 201) expect([name, stored().length]).toEqual([name, before])
        else {
          taken[purpose] = [...(taken[purpose] ?? []), name]
          expect(['picture', 'text'].includes(purpose) && becomes === null).toBe(false)
          expect(body).not.toContain(MARK)
        }
      }
    const pictures = attacks.filter(({ becomes }) => becomes !== null).map(({ name }) => name)
    expect(taken).toEqual({
      picture: pictures,
      text: pictures,
      video: ['film'],
      webm: ['WebM'],
      captions: ['captions'],
    })
  })

  test('as a file to download, everything is accepted, and never sent as a type that a browser runs', async () => {
    for (const [at, type] of TYPES.entries()) {
      const bytes = Buffer.from(at % 2 === 0 ? PAGE : SVG)
      const { statusCode, id } = await send('file', bytes, `x${at}.html`, type)
      expect([type, statusCode]).toEqual([type, 201])
      const { headers } = await downloaded(id)
      expect([type, headers['content-type']]).toEqual([type, 'application/octet-stream'])
      expect(parseDisposition(String(headers['content-disposition'])).type).toBe('attachment')
      expect(headers).toMatchObject({
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('the name of a file escapes no folder, and is one line of at most 200 characters', async () => {
    for (const name of NAMES) {
      const { statusCode, id } = await send('file', Buffer.from('x'), name, 'text/plain')
      // A form with a part whose header is too long is malformed.
      expect([name, [201, 400].includes(statusCode)]).toEqual([name, true])
      if (statusCode === 400) continue
      const { headers, named } = await downloaded(id)
      expect(named).toMatch(/^[^/\\\r\n\0]{1,200}$/)
      const disposition = parseDisposition(String(headers['content-disposition']))
      expect(disposition.type).toBe('attachment')
      expect(disposition.parameters['filename']).not.toMatch(/[/\\\r\n\0]/)
    }
    for (const path of stored())
      expect(path).toMatch(/^(public|private)\/[0-9a-f]{32}(-\d+x\d+)?\.[a-z0-9]{2,5}$/)
    expect(readdirSync(server.dataDir).toSorted()).toEqual(
      expect.not.arrayContaining(['etc', 'x.png', 'passwd']),
    )
  })

  test('a picture is stored under a generated name, whatever its name and claimed type', async () => {
    const type = await addGlossaryType(server, 'Places')
    const member = await server.addUser('Mira')
    const { create, entries } = glossaryCalls(server, member)
    const jpeg = await photo().jpeg().toBuffer()
    for (const [at, name] of NAMES.entries()) {
      const bytes = at % 2 === 0 ? PNG : jpeg
      const image = new Blob([new Uint8Array(bytes)], { type: TYPES[at % TYPES.length] ?? '' })
      const response = await create(
        entryForm({ title: `Entry ${at}`, entry_type: type }, image, name),
      )
      expect([name, response.statusCode]).toEqual([name, 201])
      const desk = await send('picture', bytes, name, TYPES[at % TYPES.length])
      expect([name, desk.statusCode]).toEqual([name, 201])
    }
    const pictures = (await entries({ showMyEntries: 'true' })).map(({ image }) => image)
    expect(pictures).toHaveLength(NAMES.length)
    for (const url of pictures) {
      expect(url).toMatch(/^\/api\/files\/[0-9a-f]{32}-\d+x\d+\.(png|jpg)$/)
      for (const app of [server.app, server.desk]) {
        const { headers } = await app.inject(String(url))
        expect(headers['content-type']).toMatch(/^image\/(png|jpeg)$/)
        expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
      }
    }
  })

  test('captions and films are sent with their types, although they are valid pages as well', async () => {
    const captions = await send('captions', Buffer.from(`WEBVTT\n\n${PAGE}`), 'x.html', 'text/html')
    const film = await send(
      'video',
      Buffer.concat([FILM, Buffer.from(PAGE)]),
      'x.html',
      'text/html',
    )
    const body = { title: 'Film', file_upload: film.id, captions_upload: captions.id }
    expect((await ada.post('/rule-videos', body)).statusCode).toBe(201)
    const [shown] = (await server.app.inject('/api/rules/get')).json()
    const types = []
    for (const url of [shown.file_url, shown.captions_url]) {
      const { headers } = await server.app.inject(String(url))
      types.push(headers['content-type'])
      expect(headers).toMatchObject({
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
    }
    expect(types).toEqual(['video/mp4', 'text/vtt; charset=utf-8'])
  })
})
