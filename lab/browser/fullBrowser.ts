import { type Browser, chromium } from 'playwright-core'

/** A whole Chromium, with a back/forward cache as visitors have it; Playwright switches it off. */
export const openFullBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.WHOLE_CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
