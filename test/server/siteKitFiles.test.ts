import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { KitBook, KitMark, KitPicture, SiteKit, SiteState } from '#contract/siteKit.ts'
import { putStarterBelow } from '#server/db/seed/index.ts'
import type { FileKey } from '#server/files/fileStore.ts'
import { serveDesk, serveSite } from '#server/http/plugins/staticFiles.ts'
import { takeMissedKit } from '#server/modules/site-kit/kit.ts'
import { frameDrafts, serveDeskIcons, serveKitFiles } from '#server/modules/site-kit/siteRoutes.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const PAGE =
  '<!doctype html><html lang="en"><head><title>Discordia</title><meta name="description" content="x">' +
  '<meta name="theme-color" content="#15131f"><link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">' +
  '<link rel="manifest" href="/site.webmanifest"><link rel="preload" href="/locales/en/translation.json" as="fetch" crossorigin>' +
  '<link href="/assets/site.0123abcd.css" rel="stylesheet"></head><body><div id="root"></div>' +
  '<noscript>Discordia needs JavaScript.</noscript></body></html>'
const MANIFEST = {
  name: 'Discordia',
  short_name: 'Discordia',
  description: 'D',
  icons: [{ src: '/icons/favicon-192.png' }],
}
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'
const FOCUS = { x: 0.5, y: 0.5 }
const aBook = (key: string): KitBook => ({
  pages: [{ key, width: 6, height: 9, title: '', text: '' }],
  pdf: key,
})

deskTests('files of the site that follow its kit on %s', {}, (server) => {
  let app: FastifyInstance
  let root: string
  let draft_at: string | null
  beforeEach(() => server.empty())
  const [corvin] = staffOf(server, ['Corvin', 'superuser'])
  beforeEach(async () => {
    draft_at = null
    root = mkdtempSync(join(tmpdir(), 'discordia-site-'))
    for (const folder of ['assets', 'icons', 'images', 'locales/en', 'rulebook'])
      mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, 'index.html'), PAGE)
    writeFileSync(join(root, 'site.webmanifest'), JSON.stringify(MANIFEST))
    writeFileSync(join(root, 'locales/en/translation.json'), '{"of":"the build"}')
    for (const file of [
      'images/hero-landing-960.avif',
      'images/other.svg',
      'icons/favicon.svg',
      'rulebook/page-01.webp',
    ])
      writeFileSync(join(root, file), 'of the build')
    writeFileSync(join(root, 'assets/site.0123abcd.css'), 'a{}')
    app = Fastify()
    app.decorate('languages', server.deps.settings.languages)
    frameDrafts(app, server.deps)
    serveKitFiles(app, server.deps, root)
    await serveSite(app, server.deps.kit, { ...describedSite(server.deps), root })
  })
  afterEach(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })

  const at = (url: string) => app.inject({ method: 'GET', url })
  const upload = (bytes: Buffer, name: string) => corvin.upload('file', bytes, name)
  async function save(value: SiteKit): Promise<string> {
    const { id: base_id }: SiteState = (await corvin.get('/site')).json()
    const response = await corvin.post('/site', { base_id, draft_at, value })
    expect(response.statusCode).toBe(200)
    draft_at = null
    return server.deps.kit.current().stamp ?? ''
  }
  async function keep(value: SiteKit) {
    const { id: base_id }: SiteState = (await corvin.get('/site')).json()
    const response = await corvin.ask('PUT', '/site/draft', { base_id, draft_at, value })
    draft_at = response.json().updated_at
    return response
  }
  const photo = (width = 2400, height = 1600) =>
    sharp({ create: { width, height, channels: 3, background: '#335577' } })
      .jpeg()
      .toBuffer()

  test('are those of the build while nothing is set', async () => {
    for (const path of [
      '/images/hero-landing-960.avif',
      '/icons/favicon.svg',
      '/rulebook/page-01.webp',
    ])
      expect([path, (await at(path)).body]).toEqual([path, 'of the build'])
    expect((await at('/locales/en/translation.json')).json()).toEqual({ of: 'the build' })
    expect((await at('/discordia/dashboard')).body).toContain('<title>Discordia</title>')
    expect((await at('/images/none.avif')).statusCode).toBe(404)
  })

  test('name the site in page, texts and manifest, under URLs that browsers keep', async () => {
    const stamp = await save({ name: 'A <b> & “c”', claim: 'We play' })
    const page = (await at('/discordia/dashboard')).body
    expect(page).not.toContain('Discordia')
    expect(page).toContain('<title>A &lt;b&gt; &amp; “c”</title>')
    expect(page).toContain(`href="/locales/en/translation.json?kit=${stamp}"`)
    const [, facts = ''] = /<meta name="kit" content="([^"]*)">/.exec(page) ?? []
    expect(
      JSON.parse(
        facts
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      ),
    ).toEqual({ stamp, name: 'A <b> & “c”' })

    const texts = await at(`/locales/en/translation.json?kit=${stamp}`)
    expect(texts.json().navbar.brand).toBe('A <b> & “c”')
    expect(texts.headers['cache-control']).toContain('immutable')
    expect((await at('/locales/en/translation.json')).headers['cache-control']).toBe('no-cache')
    expect((await at('/site.webmanifest')).json()).toEqual({
      name: 'A <b> & “c”',
      short_name: 'A <b> & “c”',
      description: 'We play',
      lang: 'en',
      icons: [{ src: `/icons/favicon-192.png?kit=${stamp}` }],
    })
  })

  test('are not the book of the demonstration where the site began with the starter', async () => {
    await server.deps.db.transaction().execute((tx) => putStarterBelow({ db: tx, now: 1 }))
    await takeMissedKit(server.deps)
    expect((await at('/rulebook/page-01.webp')).statusCode).toBe(404)
    const stamp = await save({ name: 'Ours' })
    expect((await at('/rulebook/page-01.webp')).statusCode).toBe(404)
    expect(
      (await at(`/locales/de/translation.json?kit=${stamp}`)).json().initiative.schools_1,
    ).toBe('')
    const page = (await at('/discordia/dashboard')).body
    expect(page).toContain('<meta name="description" content="Ours: news, rules,')
    expect((await at('/site.webmanifest')).json().description).toMatch(/^News, rules,/)
    const { defaults }: SiteState = (await corvin.get('/site')).json()
    expect(defaults).toMatchObject({ claim: 'Games, stories and good company', has_book: false })
  })

  test('a picture is cut into the sizes of its place, and again around another point', async () => {
    const cut = await corvin.post('/site/pictures/hero-landing', {
      upload: await upload(await photo(1000, 700), 'a.jpg'),
      focus: FOCUS,
    })
    const picture: KitPicture = cut.json()
    expect(picture).toMatchObject({ width: 1000, height: 700, focus: FOCUS })
    await save({ pictures: { 'hero-landing': picture } })
    expect(server.deps.kit.current().facts).toMatchObject({ landing: true })
    const { rawPayload, headers } = await at('/images/hero-landing-960.avif')
    expect(headers['content-type']).toBe('image/avif')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 960, height: 400 })
    const again = await corvin.post('/site/pictures/hero-landing', {
      original: picture.original,
      focus: { x: 0, y: 0 },
    })
    expect(again.json()).toMatchObject({ original: picture.original, focus: { x: 0, y: 0 } })
    expect(again.json().key).not.toBe(picture.key)
  })

  test.each([
    ['no picture', async () => Buffer.from('%PDF-1.4 no picture')],
    ['a picture that is too small', () => photo(200, 100)],
    ['half a picture', async () => (await photo()).subarray(0, 500)],
  ])('%s is refused, and nothing of it stays', async (_name, bytes) => {
    const refused = await corvin.post('/site/pictures/default-news', {
      upload: await upload(await bytes(), 'a.jpg'),
      focus: FOCUS,
    })
    expect(refused.statusCode).toBe(400)
    expect(await server.deps.db.selectFrom('site_kit_files').selectAll().execute()).toEqual([])
  })

  test('a mark becomes a picture of the pages, icons and the picture for links; one with a script is refused by name', async () => {
    const taken = await corvin.post('/site/mark', {
      upload: await upload(Buffer.from(MARK), 'm.svg'),
    })
    const mark: KitMark = taken.json()
    const desk = Fastify()
    serveDeskIcons(desk, server.deps, root)
    await serveDesk(desk, server.deps.kit, root)
    const shown = async () => (await desk.inject('/icons/favicon.svg')).body
    expect(await shown()).toBe('of the build')
    await save({ mark })
    expect(await shown()).toMatch(/^<svg/)
    await desk.close()
    const { stamp, facts } = server.deps.kit.current()
    const page = (await at('/discordia/dashboard')).body
    expect([facts?.mark, page]).toEqual(['plain', expect.not.stringContaining('<path')])
    expect(page).toContain(`href="/assets/site.0123abcd.css?kit=${stamp}"`)
    const mask = `mask:url("/icons/mark.svg?kit=${stamp}") center/contain no-repeat`
    expect((await at(`/assets/site.0123abcd.css?kit=${stamp}`)).body).toBe(
      `a{}.own-mark{-webkit-${mask};${mask};print-color-adjust:exact;forced-color-adjust:none}` +
        '@media(forced-colors:active){.own-mark{background:CanvasText}}',
    )
    const icon = await at('/icons/favicon.svg')
    expect([icon.headers['content-type'], icon.headers['content-security-policy']]).toEqual([
      'image/svg+xml',
      expect.stringContaining('sandbox'),
    ])
    expect(icon.body).toContain('<svg')
    expect(await sharp((await at('/images/social.jpg')).rawPayload).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    })

    const bad = MARK.replace('<path', '<script>alert(1)</script><path')
    const refused = await corvin.post('/site/mark', {
      upload: await upload(Buffer.from(bad), 'm.svg'),
    })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].detail).toContain('script')
  })

  test('a book of page images has its pages, its texts and a PDF', async () => {
    const pages = [
      await upload(await photo(600, 900), '1.jpg'),
      await upload(await photo(600, 900), '2.jpg'),
    ]
    const taken = await corvin.post('/site/book', { pages, title: 'Our rules' })
    const book: KitBook = taken.json()
    expect(book.pages).toHaveLength(2)
    const texted = {
      ...book,
      pages: book.pages.map((page) => ({ ...page, title: 'One', text: 'a\n\nb' })),
    }
    await save({ book: texted })
    expect((await at('/rulebook/pages.json')).json()).toEqual({
      pages: [1, 2].map((number) => ({ number, title: 'One', text: ['a', 'b'] })),
    })
    expect((await at('/rulebook/page-02.webp')).headers['content-type']).toBe('image/webp')
    const pdf = await at('/rulebook/RPG-Initiative-Online.pdf')
    expect([pdf.body.slice(0, 5), pdf.headers['content-disposition']]).toEqual([
      '%PDF-',
      'attachment; filename="RPG-Initiative-Online.pdf"',
    ])
    expect(server.deps.kit.current().facts?.book).toEqual({ pages: 2, width: 600, height: 900 })
  })

  test('colours follow the style sheets, and those that cannot be read are refused', async () => {
    writeFileSync(join(root, 'page.css'), 'body{}')
    const { defaults }: SiteState = (await corvin.get('/site')).json()
    const { light, dark } = defaults.colours
    const pale = { light: { ...light, text: light.page }, dark }
    const refused = await keep({ colours: pale })
    expect(refused.json().problems).toContainEqual({
      place: 'colours.light.text',
      problem: expect.stringMatching(/^The contrast of .* is [\d.]+. It must be at least 4.5.$/),
    })
    const stamp = await save({ colours: { light: { ...light, header: '#001a33' }, dark } })
    const page = (await at('/discordia/dashboard')).body
    expect(page).toContain(`href="/assets/site.0123abcd.css?kit=${stamp}"`)
    expect(page).toContain('<meta name="theme-color" content="#001a33">')
    expect((await at(`/assets/site.0123abcd.css?kit=${stamp}`)).body).toMatch(
      /^a\{\}.*--color-night:.*#001a33/,
    )
  })

  test('a mark whose file is gone keeps neither a start from working nor a page from having one; it cannot be saved again', async () => {
    const taken = await corvin.post('/site/mark', {
      upload: await upload(Buffer.from(MARK), 'm.svg'),
    })
    const mark: KitMark = taken.json()
    await save({ mark })
    const { deps } = server
    await deps.files.remove(`public/${mark.key}` as FileKey)
    await deps.db.deleteFrom('site_kit_files').execute()
    await deps.kit.reload()
    expect(deps.kit.current().facts?.mark).toBeUndefined()
    const { id: base_id }: SiteState = (await corvin.get('/site')).json()
    const again = await corvin.post('/site', {
      base_id,
      draft_at,
      value: { pictures: {}, book: aBook(mark.key) },
    })
    expect([again.statusCode, again.json().errors[0].code]).toEqual([409, 'kit_file_gone'])
  })

  test('an upload belongs to the one who sent it', async () => {
    const vera = await server.staff('Vera', 'superuser')
    const id = await upload(Buffer.from(MARK), 'm.svg')
    expect((await vera.post('/site/mark', { upload: id })).statusCode).toBe(400)
  })

  test('a draft is shown under its token alone, and may be framed by the desk', async () => {
    await keep({ name: 'Not yet' })
    const { token } = (await corvin.post('/site/preview-link')).json()
    const page = await at(`/discordia/?kit=${token}`)
    expect(page.body).toContain('<title>Not yet</title>')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const texts = await at(`/locales/en/translation.json?kit=${token}`)
    expect([texts.json().navbar.brand, texts.headers['cache-control']]).toEqual([
      'Not yet',
      'no-store',
    ])
    expect((await at('/discordia/?kit=17')).body).toContain('Discordia')
    expect((await at('/discordia/')).body).not.toContain('Not yet')
    await keep({ name: 'Rather this' })
    expect((await at(`/discordia/?kit=${token}`)).body).toContain('<title>Rather this</title>')
  })

  test('no preview is a rendered page, which is kept by its URL', async () => {
    const rendering = Fastify()
    const page = { kind: 'redirect', to: '/rendered' } as const
    await serveSite(rendering, server.deps.kit, {
      ...describedSite(server.deps),
      root,
      rendererFor: () => async () => page,
    })
    const { token } = (await corvin.post('/site/preview-link')).json()
    const statusOf = async (url: string) => (await rendering.inject({ url })).statusCode
    expect([await statusOf('/discordia/'), await statusOf(`/discordia/?kit=${token}`)]).toEqual([
      302, 200,
    ])
    await rendering.close()
  })
})
