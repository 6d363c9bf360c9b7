import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { fontsLoaded, printPdf, withPage } from '../chromium.ts'
import { composeBook } from './compose.ts'
import { type RulebookSources, readSources, sha256 } from './sources.ts'

const target = join(import.meta.dirname, '../../public/rulebook')
const width = 800
const height = 1200
const scale = 3
/** A little below the 120 kB that the site allows. */
const IMAGE_MAX_BYTES = 116_000
const PDF = 'RPG-Initiative-Online.pdf'

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

/** The image in the best quality that keeps it within `IMAGE_MAX_BYTES`. */
async function photograph(page: Page, number: number): Promise<Buffer> {
  // A page is 529.13 px wide: only without its neighbour is the last pixel clean.
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
    if (bytes.length <= IMAGE_MAX_BYTES) return bytes
  }
  throw new Error(`The image of page ${number} is larger than ${IMAGE_MAX_BYTES} bytes`)
}

async function writeBook(page: Page, sources: RulebookSources): Promise<void> {
  const pdf = await printPdf(page)
  await writeFile(join(target, PDF), pdf)
  const pages = []
  for (const [i, { title, alt, text }] of (await readSheets(page)).entries()) {
    const number = i + 1
    const image = `page-${String(number).padStart(2, '0')}.webp`
    const bytes = await photograph(page, number)
    await writeFile(join(target, image), bytes)
    const { file: source, sha256: sourceSha256 } = sources.pages[i] ?? {}
    const hashes = { source, sha256: sourceSha256, imageSha256: sha256(bytes) }
    pages.push({ number, title, alt, image, width, height, ...hashes, text })
  }
  const manifest = {
    sha256: sources.sha256,
    pdf: { file: PDF, bytes: pdf.length, sha256: sha256(pdf) },
    pages,
  }
  await writeFile(join(target, 'pages.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Writes the PDF, the page images and pages.json. With the name `draft` a text may overflow its page. */
export async function buildRulebook(names: string[]): Promise<void> {
  const sources = await readSources()
  const options = { viewport: { width: 530, height: 794 }, deviceScaleFactor: scale }
  await withPage(options, async (page) => {
    await page.emulateMedia({ media: 'print' })
    await page.setContent(await composeBook(sources))
    await fontsLoaded(page)
    const faults = (await readSheets(page)).flatMap(({ overflow }, i) =>
      overflow.map((what) => `page ${i + 1}: ${what}`),
    )
    if (faults.length > 0 && !names.includes('draft'))
      throw new Error(`The text does not fit its page:\n${faults.join('\n')}`)
    await writeBook(page, sources)
  })
}
