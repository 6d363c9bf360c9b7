import { type Browser, chromium } from 'playwright-core'

/** A whole Chromium with the back/forward cache, which Playwright disables by default. */
export const openFullBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.WHOLE_CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
