import type { Browser, Page } from 'puppeteer-core'
import { asNewVisitor } from './lighthouse.ts'
import type { Copy } from './servers/copies.ts'

/** The screen of Lighthouse's mobile preset. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** Elements that a page without scripts does not need. */
const SCRIPTS =
  'script, noscript, template, link[rel=modulepreload], link[rel=preload][as=script], link[rel=preload][as=fetch]'

/** Headers of the page itself; the server sets the others for every response. */
const HEADERS = ['cache-control', 'link']

/** A plain HTML copy of the finished page, with its styles, pictures and fonts but without any script. */
export const copyOf = (browser: Browser, url: string, name: string): Promise<Copy> =>
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
