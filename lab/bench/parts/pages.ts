import type { Browser, Page } from 'puppeteer-core'
import { initialScriptKb } from '../bundle.ts'
import type { Figure, Part, Result } from '../figures.ts'
import { asNewVisitor, openChromium, visit } from '../lighthouse.ts'
import { type PageTurn, pageFigures } from '../pageFigures.ts'
import { type Child, withChild } from '../servers/child.ts'
import { COPIES_PATH, type Copy } from '../servers/copies.ts'
import type { SiteReady } from '../servers/siteProcess.ts'
import { type SitePage, sitePages } from '../sitePages.ts'
import { largestElement, visitOf } from '../visit.ts'

/** The screen of Lighthouse's mobile preset. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** Elements that a page without scripts does not need. */
const SCRIPTS =
  'script, noscript, template, link[rel=modulepreload], link[rel=preload][as=script], link[rel=preload][as=fetch]'

/** Headers of the page itself; the server sets the others for every response. */
const HEADERS = ['cache-control', 'link']

/** A plain HTML copy of the finished page, with its styles, pictures and fonts but without any script. */
const copyOf = (browser: Browser, url: string, name: string): Promise<Copy> =>
  asNewVisitor(browser, async (page) => {
    await page.setViewport(PHONE)
    const response = await page.goto(url, { waitUntil: 'networkidle0' })
    const headers = Object.entries(response?.headers() ?? {})
      .filter(([key]) => HEADERS.includes(key))
      .map(([key, value]) => [key, key === 'link' ? withoutScripts(value) : value] as const)
    return { name, html: await serialised(page), headers: Object.fromEntries(headers) }
  })

/** @param links value of a `Link` header */
const withoutScripts = (links: string): string =>
  links
    .split(/,(?=\s*<)/)
    .filter((link) => !/modulepreload|as="?(script|fetch)/.test(link))
    .join(',')

const serialised = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll(selector)) element.remove()
    return `<!doctype html>${copy.outerHTML}`
  }, SCRIPTS)

/** Odd, for the median. */
const ROUNDS = { full: 5, quick: 3 }
const QUICK_PAGES = ['landing', 'world']
const INITIAL_SCRIPT_KB_MAX = 137

export const part: Part = {
  title: 'Pages on a phone',
  about:
    'First visits of the public pages with the demo world, by Lighthouse in its mobile preset (a slow fourth-generation ' +
    'network and a processor of a quarter of the speed, simulated). Each page is measured against a plain HTML copy of ' +
    'itself: what the browser shows in the end, with styles, pictures and fonts but without any script, served by the same ' +
    'process with the same headers and compression. Page and copy take turns; figures are medians, and the ratio to the copy ' +
    'is the median of the ratios of the turns.',
  run: ({ isQuick }) =>
    withChild('siteProcess.ts', async (site: Child<SiteReady>) => {
      const browser = await openChromium()
      try {
        const pages = (await sitePages(site.ready.url)).filter(
          ({ name }) => !isQuick || QUICK_PAGES.includes(name),
        )
        return await measure(browser, site, pages, isQuick ? ROUNDS.quick : ROUNDS.full)
      } finally {
        await browser.close()
      }
    }),
}

async function measure(
  browser: Browser,
  site: Child<SiteReady>,
  pages: readonly SitePage[],
  rounds: number,
): Promise<Result> {
  const figures: Figure[] = []
  const notes: string[] = []
  for (const { name, path } of pages) {
    const { url } = site.ready
    await site.ask('copy', await copyOf(browser, url + path, name))
    const turns: PageTurn[] = []
    let largest: string | undefined
    for (let round = 0; round < rounds; round++) {
      const page = await visit(browser, url + path)
      const copy = await visit(browser, `${url}${COPIES_PATH}${name}`, ['performance'])
      turns.push({ page: visitOf(page), copy: visitOf(copy) })
      largest = largestElement(page)
    }
    figures.push(...pageFigures(name, turns))
    if (largest) notes.push(`Largest element of ${name}: \`${largest}\`.`)
  }
  return { figures: [...figures, initialScript()], notes }
}

const initialScript = (): Figure => ({
  table: 'Built files',
  subject: 'landing',
  name: 'initial script, Brotli',
  value: initialScriptKb(),
  unit: 'kB',
  better: 'lower',
  goal: INITIAL_SCRIPT_KB_MAX,
})
