import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { PICTURE_SLOTS, type PictureSlot } from '#contract/siteKit.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openFolder } from '#server/files/openFiles.ts'
import { type Gate, makeGates } from '#server/http/gate.ts'
import {
  broken,
  cropped,
  cutPicture,
  filesOf,
  keyOf,
  storeOriginal,
} from '#server/modules/site-kit/pictures.ts'
import {
  animatedPng,
  animatedWebp,
  branded,
  colourAt,
  plainPicture,
} from '#test/helpers/fixtures/kitFiles.ts'

const MIDDLE = { x: 0.5, y: 0.5 }
/** Drawn beside the others, and requested by no page. */
const UNUSED = /^hero-(auth|landing|rules|world)-tall-600|^hero-dashboard-tall-360/

describe('slots of pictures', () => {
  it('have the files that the site requests, in the sizes of those of the product', async () => {
    const listed = PICTURE_SLOTS.flatMap(filesOf)
    for (const { path, width, height, format } of listed) {
      const found = await sharp(join('public', path)).metadata()
      const kind = format === 'avif' ? 'heif' : format
      expect([path, found.format, found.width, found.height]).toEqual([path, kind, width, height])
    }
    const drawn = readdirSync('public/images').filter((name) => /^(hero|default)-/.test(name))
    const requested = drawn.filter((name) => !UNUSED.test(name)).map((name) => `/images/${name}`)
    expect(listed.map(({ path }) => path).toSorted()).toEqual(requested.toSorted())
  })
})

describe('pictures of a kit', () => {
  let dataDir: string
  let files: FileStore
  const gates = makeGates()
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'discordia-kit-'))
    files = openFolder({ dataDir })
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const stored = () => readdirSync(join(dataDir, 'uploads'), { recursive: true }).map(String)
  const deps = () => ({ files, gates })
  const upload = (bytes: Buffer) => storeOriginal(deps(), bytes)
  const cut = async (slot: PictureSlot, bytes: Buffer) =>
    cutPicture(deps(), slot, { original: (await upload(bytes)).key, focus: MIDDLE })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'a %s is stored upright and without metadata, from its bytes or its file',
    async (format) => {
      const picture = plainPicture(500, 300).toFormat(format)
      const bytes = await picture
        .withExif({ IFD0: { Copyright: 'Secret' } })
        .withMetadata({ orientation: 6 })
        .toBuffer()
      const path = join(dataDir, 'upload')
      writeFileSync(path, bytes)
      for (const source of [bytes, path]) {
        const { key, width, height } = await storeOriginal(deps(), source)
        expect([width, height]).toEqual([300, 500])
        const kept = await sharp(await files.bytes(`public/${key}`)).metadata()
        expect([kept.width, kept.height, kept.exif, kept.orientation]).toEqual([
          300,
          500,
          undefined,
          undefined,
        ])
      }
    },
  )

  const noise = () =>
    sharp(Buffer.alloc(90_000, 'ab3k'), { raw: { width: 200, height: 150, channels: 3 } })
  const part = async (picture: Sharp, bytes: number) =>
    (await picture.toBuffer()).subarray(0, bytes)
  /** A small PNG with other numbers in these places. */
  async function written(...numbers: readonly (readonly [at: number, value: number])[]) {
    const png = await plainPicture(9, 9).png().toBuffer()
    for (const [at, value] of numbers) png.writeUInt32BE(value, at)
    return png
  }
  const TOO_LARGE = 'picture_too_large'
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a GIF', () => plainPicture(600, 400).gif().toBuffer(), 'picture_kind'],
    ['a TIFF', () => plainPicture(600, 400).tiff().toBuffer(), 'picture_kind'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture_kind'],
    ['an HEIC', () => branded('heic'), 'picture_kind'],
    ['text', () => Buffer.from('no picture'), 'picture_kind'],
    ['nothing', () => Buffer.alloc(0), 'picture_kind'],
    ['an animated WebP', animatedWebp, 'picture_animated'],
    ['an animated PNG', () => animatedPng(), 'picture_animated'],
    ['an animated AVIF', () => branded('avis'), 'picture_animated'],
    ['half a JPEG', () => part(noise().jpeg(), 900), 'picture_broken'],
    ['half a PNG', () => part(noise().png(), 90), 'picture_broken'],
    ['half a WebP', () => part(noise().webp(), 90), 'picture_broken'],
    ['half an AVIF', () => part(noise().avif({ effort: 0 }), 400), 'picture_broken'],
    ['the first bytes of a PNG', () => part(noise().png(), 8), 'picture_broken'],
    ['a chunk that ends nowhere', () => written([8, 0xffffffff]), 'picture_broken'],
    ['more than 40 million pixels', () => plainPicture(6400, 6400).png().toBuffer(), TOO_LARGE],
    ['a header of 3,600 million pixels', () => written([16, 60_000], [20, 60_000]), TOO_LARGE],
  ])('%s is refused, and nothing is stored', async (_what, make, code) => {
    writeFileSync(join(dataDir, 'other'), '')
    await expect(upload(await make())).rejects.toMatchObject({ status: 400, code })
    expect(readdirSync(dataDir)).toEqual(['other'])
  })

  test.each(['hero-dashboard', 'plate-3'] as const)(
    'a large picture becomes all files of %s',
    async (slot) => {
      const picture = await cut(slot, await plainPicture(2400, 1700).jpeg().toBuffer())
      expect([picture.width, picture.height, picture.focus]).toEqual([2400, 1700, MIDDLE])
      const keys = [
        `public/${picture.original}`,
        ...filesOf(slot).map((file) => keyOf(picture.key, file)),
      ]
      expect(
        stored()
          .filter((name) => name.startsWith('public/'))
          .toSorted(),
      ).toEqual(keys.toSorted())
      for (const file of filesOf(slot)) {
        const { width, height, format } = file
        const made = await sharp(await files.bytes(keyOf(picture.key, file))).metadata()
        const kind = format === 'avif' ? 'heif' : format
        expect([made.format, made.width, made.height]).toEqual([kind, width, height])
      }
    },
  )

  test('a crop is not enlarged: browsers do that', async () => {
    const picture = await cut('hero-rules', await plainPicture(1000, 700).png().toBuffer())
    const widths = filesOf('hero-rules').map(
      async (file) => (await sharp(await files.bytes(keyOf(picture.key, file))).metadata()).width,
    )
    expect(await Promise.all(widths)).toEqual([480, 480, 960, 960, 1000, 1000, 1000, 1000])
  })

  test.each([
    ['hero-landing', 479, 400, 480, 200],
    ['hero-landing', 900, 199, 480, 200],
    ['hero-dashboard', 479, 400, 480, 120],
    ['plate-2', 600, 799, 600, 800],
  ] as const)(
    'for %s, %d by %d pixels are refused with the needed size',
    async (slot, width, height, neededWidth, neededHeight) => {
      const original = await upload(await plainPicture(width, height).png().toBuffer())
      await expect(
        cutPicture(deps(), slot, { original: original.key, focus: MIDDLE }),
      ).rejects.toMatchObject({
        code: 'picture_too_small',
        message: `This picture is too small. Choose one at least ${neededWidth} pixels wide and ${neededHeight} pixels high.`,
      })
      expect(stored().filter((name) => name.startsWith('public/'))).toEqual([
        `public/${original.key}`,
      ])
    },
  )

  /** Red where the focus is; the rest is white. */
  const marked = (left: number, top: number) =>
    sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#fff' } })
      .composite([
        {
          input: { create: { width: 60, height: 60, channels: 3, background: '#f00' } },
          left,
          top,
        },
      ])
      .png()
      .toBuffer()
  test.each([
    ['the middle', 570, 570, 240, 160],
    ['the upper third', 570, 300, 240, 132],
    ['the upper edge', 570, 0, 240, 12],
    ['the lower right corner', 1140, 1140, 468, 308],
  ])(
    'the focus at %s is as near to the middle of the crop as the picture allows',
    async (_place, left, top, x, y) => {
      const focus = { x: (left + 30) / 1200, y: (top + 30) / 1200 }
      const into = { width: 480, height: 320 }
      const size = { width: 1200, height: 1200 }
      const small = await cropped(await marked(left, top), { ...size, focus }, into)
        .png()
        .toBuffer()
      const [red = 0, green = 255] = await colourAt(small, x, y)
      expect(red - green).toBeGreaterThan(150)
    },
  )

  test('a failure of the store leaves no file of the crop', async () => {
    const original = await upload(await plainPicture(1000, 800).png().toBuffer())
    let puts = 0
    const failing: FileStore = {
      ...files,
      put: (key, contents) =>
        ++puts === 3 ? Promise.reject(new Error('disk full')) : files.put(key, contents),
    }
    await expect(
      cutPicture({ files: failing, gates }, 'default-news', {
        original: original.key,
        focus: MIDDLE,
      }),
    ).rejects.toThrow('disk full')
    expect([puts, stored().filter((name) => name.startsWith('public/'))]).toEqual([
      3,
      [`public/${original.key}`],
    ])
  })

  test('a machine that is too slow for a picture does not call it broken', () => {
    const slow = new Error('timeout: 33% complete')
    expect(() => broken(slow)).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  })

  test('pictures are made within the gate for images', async () => {
    const images = jest.fn(gates.images)
    const gated = { files, gates: { ...gates, images: images as Gate } }
    const { key } = await storeOriginal(gated, await plainPicture(500, 800).jpeg().toBuffer())
    await expect(cutPicture(gated, 'plate-1', { original: key, focus: MIDDLE })).rejects.toThrow(
      'too small',
    )
    expect(images).toHaveBeenCalledTimes(2)
  })
})
