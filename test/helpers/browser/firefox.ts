import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

/*
 * A real Firefox over WebDriver BiDi, by Puppeteer: Playwright drives only a Firefox of its own, which is not the one that
 * visitors have.
 */

const COMMANDS = ['firefox-esr', 'firefox']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the Firefox that FIREFOX_PATH names or that the system has; null without one. */
export function findFirefox(): string | null {
  const { FIREFOX_PATH, PATH = '' } = process.env
  const found = PATH.split(delimiter).flatMap((folder) =>
    COMMANDS.map((name) => join(folder, name)),
  )
  return FIREFOX_PATH ?? found.find(isExecutable) ?? null
}

/** Starts it without a window; it ends with `close`. */
export const openFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ browser: 'firefox', executablePath, headless: true })

const selectorOf = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`

/** Waits for what has this role and name. */
export async function byRole(page: Page, role: string, name: string): Promise<void> {
  await page.locator(selectorOf(role, name)).wait()
}

/** Clicks what has this role and name, once it is there and no longer moves. */
export const click = (page: Page, role: string, name: string): Promise<void> =>
  page.locator(selectorOf(role, name)).click()

/** Fills the field of this role and name. */
export const fill = (page: Page, role: string, name: string, text: string): Promise<void> =>
  page.locator(selectorOf(role, name)).fill(text)
