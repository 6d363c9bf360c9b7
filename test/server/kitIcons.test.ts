import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type FileStore, publicKey } from '#server/files/fileStore.ts'
import { openFolder } from '#server/files/openFiles.ts'
import { drawSvg, SvgNotDrawn } from '#server/files/svgRaster.ts'
import { makeGates } from '#server/http/gate.ts'
import { makeIcons } from '#server/modules/site-kit/icons.ts'
import { storeMark } from '#server/modules/site-kit/mark.ts'
import { colourAt, plainPicture, RING, svgWith } from '#test/helpers/fixtures/kitFiles.ts'

const HEADER = [0x20, 0x10, 0x40]
const COLOURS = { header: '#201040', mark: '#e0b45a', ink: '#231d16' }
const SIZES = {
  '/icons/favicon-32.png': 32,
  '/icons/favicon-180.png': 180,
  '/icons/favicon-192.png': 192,
  '/icons/favicon-512.png': 512,
  '/icons/maskable-512.png': 512,
}
const DRAWN = ['/favicon.svg', '/icons/favicon.svg', '/icons/mark.svg', '/icons/mark-ink.svg']

describe('files with the mark', () => {
  let dataDir: string
  let files: FileStore
  const gates = makeGates()
  /** The icons of the ring, which several tests look at: making them takes a second. */
  let ofRing: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'discordia-kit-'))
    files = openFolder({ dataDir })
    ofRing = await make(RING)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  const stored = () => readdirSync(join(dataDir, 'uploads/public'))
  const scene = async () => ({
    bytes: await plainPicture(1000, 700, '#fff').jpeg().toBuffer(),
    focus: { x: 0.5, y: 0.5 },
  })
  async function make(mark: string | Buffer, store = files) {
    const kept = await storeMark({ files, gates }, Buffer.from(mark))
    return makeIcons({ files: store, gates }, kept, { ...COLOURS, scene: await scene() })
  }
  const bytesOf = async (made: Readonly<Record<string, string>>, path: string) => {
    const key = publicKey(made[path] ?? '')
    if (key === null) throw new Error(`No file for ${path}`)
    return files.bytes(key)
  }
  const png = () => plainPicture(600, 600, '#0a0').ensureAlpha(0.5).png().toBuffer()

  test.each([
    ['an SVG', () => ofRing],
    ['a PNG', async () => make(await png())],
  ])('are made of %s, for every path and in every size', async (_what, making) => {
    const made = await making()
    expect(Object.keys(made).toSorted()).toEqual(
      [...Object.keys(SIZES), ...DRAWN, '/images/social.jpg'].toSorted(),
    )
    for (const [path, side] of Object.entries(SIZES)) {
      const { format, width, height } = await sharp(await bytesOf(made, path)).metadata()
      expect([path, format, width, height]).toEqual([path, 'png', side, side])
    }
    const social = await sharp(await bytesOf(made, '/images/social.jpg')).metadata()
    expect([social.format, social.width, social.height]).toEqual(['jpeg', 1200, 630])
    for (const path of DRAWN) {
      const drawn = await bytesOf(made, path)
      expect(drawn.toString()).not.toMatch(/href="(?!data:image\/png;base64,)/)
      // It is a picture that programs can draw.
      expect((await sharp(drawn).stats()).channels[1]?.max).toBeGreaterThan(0)
    }
  })

  test('show an SVG in its colours on the colour of the header', async () => {
    const icon = await bytesOf(ofRing, '/icons/favicon-512.png')
    expect(await colourAt(icon, 256, 256)).toEqual([0xf0, 0xe6, 0x8c, 255])
    expect(await colourAt(icon, 256, 130)).toEqual([0x14, 0x50, 0x6e, 255])
    expect(await colourAt(icon, 256, 20)).toEqual([...HEADER, 255])
    // Rounded, except where devices do that.
    expect((await colourAt(icon, 0, 0))[3]).toBe(0)
    for (const path of ['/icons/favicon-180.png', '/icons/maskable-512.png'])
      expect((await colourAt(await bytesOf(ofRing, path), 0, 0)).slice(0, 3)).toEqual(HEADER)
    const vector = await sharp(await bytesOf(ofRing, '/icons/favicon.svg'))
      .resize(512, 512)
      .png()
      .toBuffer()
    expect(await colourAt(vector, 256, 256)).toEqual([0xf0, 0xe6, 0x8c, 255])
  })

  test('show a mark of one colour in that of the header, and of the page', async () => {
    const made = await make(svgWith('<rect width="96" height="96"/>'))
    const middle = async (path: string) =>
      (
        await colourAt(
          await sharp(await bytesOf(made, path))
            .png()
            .toBuffer(),
          48,
          48,
        )
      ).slice(0, 3)
    expect(await middle('/icons/mark.svg')).toEqual([0xe0, 0xb4, 0x5a])
    expect(await middle('/icons/favicon-192.png')).toEqual([0xe0, 0xb4, 0x5a])
    expect(await middle('/icons/mark-ink.svg')).toEqual([0x23, 0x1d, 0x16])
  })

  test('leave a margin that devices may cut off a maskable icon', async () => {
    const made = await make(svgWith('<rect width="96" height="96" fill="#fff"/>'))
    const icon = sharp(await bytesOf(made, '/icons/maskable-512.png')).removeAlpha()
    const { data } = await icon.raw().toBuffer({ resolveWithObject: true })
    let farthest = 0
    for (let at = 0; at < data.length; at += 3) {
      if (data[at] === HEADER[0]) continue
      const [x, y] = [(at / 3) % 512, Math.floor(at / 3 / 512)]
      farthest = Math.max(farthest, Math.hypot(x - 255.5, y - 255.5))
    }
    expect(farthest).toBeGreaterThan(190)
    expect(farthest).toBeLessThanOrEqual(0.4 * 512)
  })

  test.each([
    ['an SVG', () => svgWith('<rect x="200" width="9" height="9"/>')],
    ['a PNG', () => plainPicture(600, 600).ensureAlpha(0).png().toBuffer()],
  ])('are not made of %s of which nothing is seen', async (_what, mark) => {
    const before = stored()
    await expect(make(await mark())).rejects.toMatchObject({ status: 400, code: 'mark_empty' })
    expect(stored()).toEqual(before)
  })

  test('show the scene on the right, and on the left the mark on the colour of the header', async () => {
    const social = await bytesOf(ofRing, '/images/social.jpg')
    const [middle = [], left = [], right = []] = await Promise.all(
      [178, 20, 1180].map((x) => colourAt(social, x, 315)),
    )
    expect(Math.abs((middle[0] ?? 0) - 0xf0)).toBeLessThan(12)
    expect(Math.max(...left)).toBeLessThan(0x70)
    expect(Math.min(...right)).toBeGreaterThan(0xf0)
  })

  test('are all removed when one cannot be stored', async () => {
    const before = stored()
    let puts = 0
    const failing: FileStore = {
      ...files,
      put: (key, contents) =>
        ++puts === 5 ? Promise.reject(new Error('disk full')) : files.put(key, contents),
    }
    await expect(make(RING, failing)).rejects.toThrow('disk full')
    const added = stored().filter((name) => !before.includes(name))
    expect([puts, added]).toEqual([5, [expect.stringMatching(/^[0-9a-f]{32}\.svg$/)]])
  })
})

describe('drawing an SVG', () => {
  test('ends with an error when it takes too long or there is nothing to draw', async () => {
    await expect(drawSvg(RING, 1)).rejects.toThrow(SvgNotDrawn)
    await expect(drawSvg('<svg')).rejects.toThrow(SvgNotDrawn)
  })

  test('does not read files', async () => {
    const file = join(process.cwd(), 'public/icons/favicon-32.png')
    const size = 'width="32" height="32"'
    const picture = await drawSvg(svgWith(`<image href="file://${file}" ${size}/>`, size))
    expect((await sharp(picture).stats()).channels.at(-1)?.max).toBe(0)
  })
})
