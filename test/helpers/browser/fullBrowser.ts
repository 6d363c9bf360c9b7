import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a whole Chromium: the headless shell has no back/forward cache. Null when none is installed. */
export function findFullBrowser(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const paths = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** With a back/forward cache, as visitors have it; Playwright switches it off. */
export const openFullBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
