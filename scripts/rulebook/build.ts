/** Renders rulebook/ to public/rulebook/: the PDF, the page images and pages.json. Run by `npm run build:rulebook`. */
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { composeBook } from './compose.ts'
import { readSources, sha256 } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const target = join(root, 'public/rulebook')
const width = 800
const height = 1200
const scale = 3

async function findBrowser(): Promise<string> {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  for (const candidate of candidates) {
    if (
      candidate &&
      (await access(candidate).then(
        () => true,
        () => false,
      ))
    )
      return candidate
  }
  throw new Error('No Chromium found; set CHROMIUM_PATH')
}

interface Sheet {
  title: string
  alt: string
  text: string[]
  overflow: string[]
}

function readSheets(page: Page): Promise<Sheet[]> {
  return page.evaluate(() => {
    const plain = (element: Element): string => {
      const cells = [...element.querySelectorAll('th, td')]
      const parts = cells.length > 0 ? cells : [element]
      return parts.map((part) => part.textContent.replace(/\s+/g, ' ').trim()).join(' · ')
    }
    return [...document.querySelectorAll<HTMLElement>('.sheet')].map((sheet) => {
      const blocks = [...sheet.querySelectorAll('h1, h2, h3, caption, p, li, tr, .trait')]
      const kept = blocks.filter(
        (block) => !block.parentElement?.closest('p, li, tr, .trait') && !block.closest('svg'),
      )
      const bodies = [...sheet.querySelectorAll<HTMLElement>('.body, .body *:not(svg, svg *)')]
      return {
        title: sheet.dataset.title ?? '',
        alt: sheet.dataset.alt ?? '',
        text: kept.map(plain).filter(Boolean),
        overflow: bodies
          .filter(
            (box) =>
              getComputedStyle(box).display !== 'inline' &&
              (box.scrollWidth > box.clientWidth + 1 ||
                (box.classList.contains('body') && box.scrollHeight > box.clientHeight + 1)),
          )
          .map(
            (box) =>
              `${box.tagName}.${box.className} ${box.scrollHeight - box.clientHeight} px too tall`,
          ),
      }
    })
  })
}

/** Chromium stamps its name and the hour into the file. Fixed ones keep equal sources equal to the byte; lengths stay, since the file is indexed by offset. */
function withoutStamps(pdf: Buffer): Buffer {
  const text = pdf
    .toString('latin1')
    .replace(/\/(CreationDate|ModDate) \(D:\d{14}[^)]*\)/g, (entry) =>
      entry.replace(/\d{14}/, '20240701090000'),
    )
    .replace(/\/Creator \(Mozilla(?:\\.|[^\\)])*\)/, (entry) =>
      '/Creator (Discordia)'.padEnd(entry.length),
    )
  return Buffer.from(text, 'latin1')
}

/** Takes the best quality that keeps the image within its limit of 120 kB, with a little room. */
async function photograph(page: Page, number: number): Promise<Buffer> {
  // A page is 529.13 px wide: alone in the corner it does not catch a hair of its neighbour.
  await page.evaluate((shown) => {
    document.querySelectorAll<HTMLElement>('.sheet').forEach((sheet, i) => {
      sheet.style.display = i + 1 === shown ? 'block' : 'none'
    })
  }, number)
  const shot = await page.screenshot({ type: 'png', animations: 'disabled' })
  const cropped = sharp(shot).extract({
    left: 0,
    top: 0,
    width: Math.floor((140 / 25.4) * 96 * scale),
    height: Math.floor((210 / 25.4) * 96 * scale),
  })
  const image = await cropped
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .png()
    .toBuffer()
  for (const quality of [84, 80, 76, 72, 68]) {
    const bytes = await sharp(image).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length <= 116_000) return bytes
  }
  throw new Error(`The image of page ${number} is larger than 116 kB`)
}

const sources = await readSources(join(root, 'rulebook'))
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({
    viewport: { width: 530, height: 794 },
    deviceScaleFactor: scale,
  })
  await page.emulateMedia({ media: 'print' })
  await page.setContent(await composeBook(sources, join(root, 'node_modules')))
  await page.evaluate(() => document.fonts.ready)

  const sheets = await readSheets(page)
  const faults = sheets.flatMap(({ overflow }, i) =>
    overflow.map((what) => `page ${i + 1}: ${what}`),
  )
  if (faults.length > 0) console.warn(faults.join('\n'))
  if (faults.length > 0 && !process.argv.includes('--draft'))
    throw new Error('The text does not fit its page')

  await mkdir(target, { recursive: true })
  const pdf = withoutStamps(
    await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }),
  )
  await writeFile(join(target, 'RPG-Initiative-Online.pdf'), pdf)

  const pages = []
  for (const [i, { title, alt, text }] of sheets.entries()) {
    const image = `page-${String(i + 1).padStart(2, '0')}.webp`
    const bytes = await photograph(page, i + 1)
    await writeFile(join(target, image), bytes)
    const source = sources.pages[i]
    pages.push({
      number: i + 1,
      title,
      alt,
      image,
      width,
      height,
      source: source?.file,
      sha256: source?.sha256,
      imageSha256: sha256(bytes),
      text,
    })
  }
  const manifest = {
    sha256: sources.sha256,
    pdf: { file: 'RPG-Initiative-Online.pdf', bytes: pdf.length, sha256: sha256(pdf) },
    pages,
  }
  await writeFile(join(target, 'pages.json'), `${JSON.stringify(manifest, null, 2)}\n`)
} finally {
  await browser.close()
}
