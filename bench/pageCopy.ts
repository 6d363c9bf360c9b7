import type { Browser, Page } from 'puppeteer-core'
import { asNewVisitor } from './lighthouse.ts'

/** The screen of Lighthouse's mobile preset. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** What a page without script does not need. */
const SCRIPTS =
  'script, noscript, link[rel=modulepreload], link[rel=preload][as=script], link[rel=preload][as=fetch]'

/** A plain HTML copy of the finished page, with its styles, pictures and fonts but without any script. */
export const copyOf = (browser: Browser, url: string): Promise<string> =>
  asNewVisitor(browser, async (page) => {
    await page.setViewport(PHONE)
    await page.goto(url, { waitUntil: 'networkidle0' })
    return serialised(page)
  })

const serialised = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll(selector)) element.remove()
    return `<!doctype html>${copy.outerHTML}`
  }, SCRIPTS)
