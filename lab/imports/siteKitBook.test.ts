import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { type FileStore, publicKey } from '../../server/files/fileStore.ts'
import { openFiles } from '../../server/files/openFiles.ts'
import {
  PDF_BYTES_MAX,
  pageOfImage,
  pagesOfPdf,
  pdfOfPages,
} from '../../server/modules/site-kit/book.ts'
import { openPdfium, titleOf } from '../../server/modules/site-kit/pdfium.ts'
import { linesOf, type PdfPage, pdfOf, streamOf } from '../../test/helpers/fixtures/pdfs.ts'

const TITLE = 'The “Bök” of Smith & Sons'
const INFO = { objects: { 5: '<< /Title (Untitled) >>' }, trailer: '/Info 5 0 R' }

let dataDir: string
let files: FileStore
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'discordia-book-'))
  files = await openFiles({ dataDir, s3: undefined })
})
beforeEach(() => rmSync(join(dataDir, 'uploads/public'), { recursive: true, force: true }))
afterAll(() => rmSync(dataDir, { recursive: true }))

const bytesOf = async (name: string): Promise<Buffer> => {
  const key = publicKey(name)
  if (key === null) throw new Error(`No public file has the name ${name}`)
  return files.bytes(key)
}
const stored = (): number => {
  try {
    return readdirSync(join(dataDir, 'uploads/public')).length
  } catch {
    return 0
  }
}
/** Title and sizes of pages, in points. */
async function readBack(bytes: Uint8Array) {
  const pdfium = await openPdfium()
  const { api, write } = pdfium
  const document = api.FPDF_LoadMemDocument(write(bytes), bytes.length, '')
  const sizes = Array.from({ length: api.FPDF_GetPageCount(document) }, (_, index) => {
    const page = api.FPDF_LoadPage(document, index)
    return [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)].map(Math.round)
  })
  return { title: titleOf(pdfium, document), sizes }
}
const colourAt = async (image: Buffer, left: number, top: number) => [
  ...(await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

describe('Pages of a PDF', () => {
  test('are WebP pictures of at most 1600 pixels a side, in the order and the shape of the pages', async () => {
    const { pages } = await pagesOfPdf(
      files,
      pdfOf([
        { content: '1 0 0 rg 0 300 400 300 re f' },
        { box: [842, 595] },
        { box: [100, 100] },
        { box: [14_400, 1] },
        { box: [0, 0] },
      ]),
      { title: TITLE },
    )
    const images = await Promise.all(pages.map(({ key }) => bytesOf(key)))
    const metadata = await Promise.all(images.map((image) => sharp(image).metadata()))
    expect(metadata.map(({ format, width, height }) => [format, width, height])).toEqual(
      pages.map(({ width, height }) => ['webp', width, height]),
    )
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [1067, 1600],
      [1600, 1131],
      [1600, 1600],
      [1600, 1],
      [1236, 1600],
    ])
    const [first = Buffer.alloc(0)] = images
    const [red = 0, green = 0] = await colourAt(first, 500, 100)
    expect([red > 240, green < 15]).toEqual([true, true])
    expect(await colourAt(first, 500, 1500)).toEqual([255, 255, 255])
  })

  test('have their texts in paragraphs, without broken words and hidden characters, and a first line that is no sentence as title', async () => {
    const { pages } = await pagesOfPdf(
      files,
      pdfOf([
        {
          content: linesOf(
            'The rules',
            'This is an exam-',
            'ple that goes',
            'on. Caf\\351.',
            'Next',
          ),
        },
        { content: linesOf('It is a sentence.') },
        {},
      ]),
      { title: TITLE },
    )
    expect(pages.map(({ title, text }) => [title, text])).toEqual([
      ['The rules', 'The rules\nThis is an example that goes on. Café.\nNext'],
      ['', 'It is a sentence.'],
      ['', ''],
    ])
  })

  test('are drawn from a file too, 24 at most', async () => {
    const path = join(dataDir, 'incoming.pdf')
    writeFileSync(path, pdfOf(Array.from({ length: 24 }, () => ({ box: [400, 1] as const }))))
    expect((await pagesOfPdf(files, path, { title: TITLE })).pages).toHaveLength(24)
    expect(stored()).toBe(25)
  })
})

describe('The PDF of an uploaded book', () => {
  test('is the given file, byte for byte, with the title appended', async () => {
    const given = await readFile('public/rulebook/RPG-Initiative-Online.pdf')
    const book = await pagesOfPdf(files, given, { title: TITLE })
    expect([book.pages.length, book.pages[0]?.title]).toEqual([12, 'RPG Initiative'])
    const kept = await bytesOf(book.pdf)
    expect(kept.subarray(0, given.length).equals(given)).toBe(true)
    const { title, sizes } = await readBack(kept)
    expect([title, sizes.length]).toEqual([TITLE, 12])
  })

  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3] >>'
  test.each<[string, Buffer]>([
    [
      'signed',
      pdfOf([{}], {
        catalog: '/AcroForm << /SigFlags 3 /Fields [100 0 R] >>',
        objects: { ...INFO.objects, 100: '<< /FT /Sig /T (s) /V 101 0 R >>', 101: signature },
        trailer: INFO.trailer,
      }),
    ],
    ['without information about itself', pdfOf([{}])],
    [
      'without a valid table of its objects',
      Buffer.from(
        pdfOf([{}], INFO)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    ],
  ])('is the given file where that is %s', async (_what, given) => {
    const book = await pagesOfPdf(files, given, { title: TITLE })
    expect((await bytesOf(book.pdf)).equals(given)).toBe(true)
  })

  test('keeps scripts, which run nowhere here', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>'
    const book = await pagesOfPdf(files, pdfOf([{}], { ...INFO, catalog: script }), {
      title: TITLE,
    })
    expect(book.pages).toHaveLength(1)
    expect((await bytesOf(book.pdf)).includes('/JavaScript')).toBe(true)
  })
})

/** Forms that draw the next one twelve times, twelve deep. */
const laughs = (): Buffer => {
  const dictionary = (next: number) =>
    `/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << /XObject << /X ${next} 0 R >> >>`
  const objects = Array.from({ length: 12 }, (_, depth) => [
    100 + depth,
    streamOf(depth === 11 ? '0 0 400 600 re f' : '/X Do '.repeat(12), dictionary(101 + depth)),
  ])
  const page: PdfPage = { content: '/X Do', entries: '/XObject << /X 100 0 R >>' }
  return pdfOf([page], { objects: Object.fromEntries(objects) })
}
/** Unpacks to a gigabyte of spaces: blocks that need nothing of the one before may come again and again. */
const bomb = (): Buffer => {
  const spaces = Buffer.alloc(16 * 1024 * 1024, ' ')
  const block = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: 64 }, () => block)
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  const content = Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, end])
  return pdfOf([{ content, filter: '/Filter /FlateDecode' }])
}
const whole = (): Buffer => pdfOf([{ content: linesOf('Text') }, {}], INFO)
const encryption = (filter: string) => ({
  trailer: `/Encrypt << /Filter /${filter} /V 1 /R 2 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) /P -4 >> /ID [(a) (a)]`,
})

describe('A PDF is refused, and nothing of it stays,', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['that is none', 'pdf_broken', () => Buffer.from('<html></html>')],
    ['that is empty', 'pdf_broken', () => Buffer.alloc(0)],
    ['that is a picture', 'pdf_broken', () => readFile('public/rulebook/page-01.webp')],
    ['that ends in the middle', 'pdf_broken', () => whole().subarray(0, 300)],
    ['that lacks its last bytes', 'pdf_broken', () => whole().subarray(0, -8)],
    ['that has a beginning and an end alone', 'pdf_broken', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['that has no pages', 'pdf_broken', () => pdfOf([])],
    [
      'that has a page less than it says',
      'pdf_broken',
      () => Buffer.from(whole().toString('latin1').replace('/Kids [10', '/Kids [77'), 'latin1'),
    ],
    ['that is encrypted', 'pdf_encrypted', () => pdfOf([{}], encryption('Standard'))],
    ['that is encrypted otherwise', 'pdf_encrypted', () => pdfOf([{}], encryption('Other'))],
    [
      'that has 25 pages',
      'pdf_too_many_pages',
      () => pdfOf(Array.from({ length: 25 }, () => ({}))),
    ],
    ['that draws for hours', 'pdf_too_complex', () => laughs()],
    ['that unpacks to more than the memory', 'pdf_too_complex', () => bomb()],
  ])('%s', async (_what, code, make) => {
    const drawn = pagesOfPdf(files, await make(), { title: TITLE, msMax: 15_000 })
    await expect(drawn).rejects.toMatchObject({ status: 400, code })
    expect(stored()).toBe(0)
  })

  test('whose last page cannot be drawn in time, which the thread of requests can tell', async () => {
    const content = deflateSync('0 0 400 600 re 1 1 398 598 re f* '.repeat(500_000))
    const pages = [{ box: [4, 4] as const }, { content, filter: '/Filter /FlateDecode' }]
    const drawn = pagesOfPdf(files, pdfOf(pages), { title: TITLE, msMax: 1500 })
    await expect(drawn).rejects.toMatchObject({ code: 'pdf_too_complex' })
    expect(stored()).toBe(0)
  })

  test('of more than 40 MB, unread', async () => {
    const drawn = pagesOfPdf(files, Buffer.alloc(PDF_BYTES_MAX + 1), { title: TITLE })
    await expect(drawn).rejects.toMatchObject({ status: 413, code: 'file_too_large' })
  })
})

const colour = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

describe('A page that is a picture', () => {
  test.each([
    ['JPEG', (image: Sharp) => image.jpeg()],
    ['PNG', (image: Sharp) => image.png()],
    ['WebP', (image: Sharp) => image.webp()],
  ])('may be a %s, and becomes a WebP within 1600 pixels', async (_format, encode) => {
    const page = await pageOfImage(files, await encode(colour(3200, 1600, 'red')).toBuffer())
    expect(page).toEqual({ key: page.key, width: 1600, height: 800, title: '', text: '' })
    expect(await sharp(await bytesOf(page.key)).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 800,
    })
  })

  test('is upright, is not enlarged, and is white where it was transparent', async () => {
    const turned = colour(20, 10, 'blue').jpeg().withMetadata({ orientation: 6 })
    const { width, height } = await pageOfImage(files, await turned.toBuffer())
    expect([width, height]).toEqual([10, 20])
    const clear = await colour(9, 9, 'transparent').png().toBuffer()
    const page = await pageOfImage(files, clear)
    expect(await colourAt(await bytesOf(page.key), 4, 4)).toEqual([255, 255, 255])
  })

  const animated = async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((one) => colour(9, 9, one).png().toBuffer()),
    )
    return sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
  }
  test.each<[string, () => Promise<Buffer>]>([
    ['an animated WebP', animated],
    ['a GIF', () => colour(9, 9, 'red').gif().toBuffer()],
    ['half a WebP', async () => (await readFile('public/rulebook/page-01.webp')).subarray(0, 5000)],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['more than 40 million pixels', () => colour(8000, 5001, 'red').png().toBuffer()],
  ])('is never %s', async (_what, make) => {
    await expect(pageOfImage(files, await make())).rejects.toMatchObject({ code: 'invalid_image' })
    expect(stored()).toBe(0)
  })
})

describe('The PDF of pages that are pictures', () => {
  test('has a page for each, in its shape and in their order, and the title', async () => {
    const uploads = [colour(800, 1200, 'red'), colour(1600, 900, 'blue')]
    const pages = []
    for (const upload of uploads)
      pages.push(await pageOfImage(files, await upload.png().toBuffer()))
    const name = await pdfOfPages(files, pages, TITLE)
    const bytes = await bytesOf(name)
    expect(await readBack(bytes)).toEqual({
      title: TITLE,
      sizes: [
        [561, 842],
        [842, 474],
      ],
    })
    const again = await pagesOfPdf(files, bytes, { title: TITLE })
    const [first, second] = await Promise.all(again.pages.map(({ key }) => bytesOf(key)))
    const [red = 0] = await colourAt(first ?? bytes, 500, 800)
    const [, , blue = 0] = await colourAt(second ?? bytes, 800, 400)
    expect([red > 240, blue > 240]).toEqual([true, true])
  })
})
