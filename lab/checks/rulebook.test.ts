import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'

const root = process.cwd()
const built = join(root, 'public/rulebook')
const imageLimit = 120_000

interface ManifestPage {
  number: number
  title: string
  alt: string
  image: string
  width: number
  height: number
  imageSha256: string
  text: string[]
}
interface Manifest {
  pdf: { file: string; bytes: number; sha256: string }
  pages: ManifestPage[]
}

function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  )
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

interface BookPdf {
  texts: string[]
  titles: string[]
  roles: string[][]
  language: string
  sizes: [number, number][]
}

async function readPdf(file: string): Promise<BookPdf> {
  const task = getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 })
  const document = await task.promise
  const texts: string[] = []
  const sizes: [number, number][] = []
  const roles: string[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    )
    const { width, height } = page.getViewport({ scale: 1 })
    sizes.push([width, height])
    roles.push(
      [...JSON.stringify(await page.getStructTree()).matchAll(/"role":"(\w+)"/g)].map(
        ([, role = '']) => role,
      ),
    )
  }
  const outline = (await document.getOutline()) ?? []
  const flatten = (entries: typeof outline): string[] =>
    entries.flatMap((entry) => [entry.title, ...flatten(entry.items)])
  const { info } = await document.getMetadata()
  const language = 'Language' in info ? String(info.Language) : ''
  await task.destroy()
  return { texts, titles: flatten(outline), roles, language, sizes }
}

describe('the rulebook of the RPG initiative', () => {
  let manifest: Manifest
  let pdf: BookPdf

  beforeAll(async () => {
    manifest = JSON.parse(await readFile(join(built, 'pages.json'), 'utf8')) as Manifest
    pdf = await readPdf(join(built, manifest.pdf.file))
  })

  it('has the PDF and the images of that same build', async () => {
    const bytes = await readFile(join(built, 'RPG-Initiative-Online.pdf'))
    expect(manifest.pdf).toEqual({
      file: 'RPG-Initiative-Online.pdf',
      bytes: bytes.length,
      sha256: sha256(bytes),
    })
    for (const page of manifest.pages) {
      expect(sha256(await readFile(join(built, page.image)))).toBe(page.imageSha256)
    }
  })

  it('has exactly twelve pages of two by three, tagged, outlined and in English', () => {
    expect(pdf.texts).toHaveLength(12)
    expect(manifest.pages.map((page) => page.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    for (const [width, height] of pdf.sizes) expect(width / height).toBeCloseTo(2 / 3, 2)
    expect(pdf.roles[0]).toContain('H1')
    for (const roles of pdf.roles.slice(1))
      expect(roles).toEqual(expect.arrayContaining(['H2', 'P']))
    expect(pdf.roles[2]).toEqual(expect.arrayContaining(['Table', 'TH', 'TD', 'Figure']))
    expect(pdf.language).toBe('en-GB')
    expect(pdf.titles.map((title) => title.replace(/\s+/g, ' ').trim())).toEqual(
      expect.arrayContaining(manifest.pages.map((page) => page.title)),
    )
  })

  it('offers each page of the PDF as text, with a title and a description', () => {
    manifest.pages.forEach((page, i) => {
      const expected = words(page.text.join(' '))
      const found = new Set(words(pdf.texts[i] ?? ''))
      expect(expected.length).toBeGreaterThan(10)
      expect({ page: i + 1, missing: expected.filter((word) => !found.has(word)) }).toEqual({
        page: i + 1,
        missing: [],
      })
      expect(page.title).not.toBe('')
      expect(page.alt.length).toBeGreaterThan(40)
    })
  })

  it('shows each page as a WebP image of 800 by 1200 and at most 120 kB', async () => {
    for (const { image, width, height } of manifest.pages) {
      const file = join(built, image)
      const { format, width: w, height: h } = await sharp(file).metadata()
      expect([image, format, w, h]).toEqual([image, 'webp', width, height])
      expect([width, height]).toEqual([800, 1200])
      expect((await stat(file)).size).toBeLessThanOrEqual(imageLimit)
    }
    expect(manifest.pages.map((page) => page.image)).toEqual(
      Array.from({ length: 12 }, (_, i) => `page-${String(i + 1).padStart(2, '0')}.webp`),
    )
  })

  it('prints the true chances in its table of difficulties', () => {
    const rows = (manifest.pages[4]?.text ?? [])
      .map((row) => row.split(' · ').slice(1, -1).map(Number))
      .filter((row) => row.length === 4 && row.every(Number.isInteger))
    const chance = (target: number): number => {
      let throws = 0
      for (let pale = 1; pale <= 10; pale++)
        for (let dark = 1; dark <= 10; dark++) if (pale + dark >= target) throws++
      return throws
    }
    expect(rows).toEqual(
      [9, 12, 15, 18, 21].map((reach) => [
        reach,
        chance(reach - 2),
        chance(reach - 4),
        chance(reach - 6),
      ]),
    )
  })

  it('gives each ready-made character the traits and skills of the rules', () => {
    const page = manifest.pages[8]?.text ?? []
    const traits = page.filter((line) => /^(Might|Grace|Wit|Heart) \d$/.test(line))
    const skills = page.filter((line) => line.startsWith('Skills:'))
    expect([traits.length, skills.length]).toEqual([12, 3])
    for (const [hero, line] of skills.entries()) {
      const numbers = traits.slice(hero * 4, hero * 4 + 4).map((trait) => Number(trait.slice(-1)))
      expect(numbers.sort()).toEqual([2, 2, 3, 4])
      const list = line.slice(0, line.indexOf('.'))
      expect([...list.matchAll(/\d/g)].map(([value]) => Number(value))).toEqual([3, 2, 2, 1, 1, 1])
    }
  })

  it('states the facts of the programme', () => {
    const last = words(manifest.pages[11]?.text.join(' ') ?? '').join(' ')
    expect(last).toContain('began in summer 2024')
    expect(last).toContain('about 50 schools in austria germany and iceland')
    expect(last).toContain('costs for 2 years')
  })
})
