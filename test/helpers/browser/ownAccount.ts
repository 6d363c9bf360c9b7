import { generate } from 'otplib'
import type { Locator, Page } from 'playwright-core'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'
import { settled } from './browser.ts'

/* Actions of members for the security of their accounts, on the login page and in the Settings tab. */

/** Lifetime of a code (RFC 6238). */
const CODE_MS = 30_000

export type GuardedWorld = {
  readonly world: (desk: DeskServer) => Promise<void>
  /** The next code that an authenticator app with this secret shows; no code is accepted twice. */
  readonly nextCode: (secret: string) => Promise<string>
}

/** The small world at the time of the browser; passkeys need `localhost`. */
export function guardedWorld(): GuardedWorld {
  let filled: DeskServer | undefined
  return {
    world: async (desk) => {
      filled = desk
      // Both check when a confirmation expires.
      desk.passTime(Date.now() - desk.deps.clock())
      await smallWorld(desk)
    },
    nextCode: (secret) => {
      filled?.passTime(CODE_MS)
      const epoch = Math.floor((filled?.deps.clock() ?? 0) / 1000)
      return generate({ secret, epoch })
    },
  }
}

/** A code that the app shows with a chance of one in a million. */
export const WRONG_CODE = '000000'

type Credentials = { email: string; password?: string }

export async function logIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/auth/login')
  await fillLogin(page, credentials)
}

/** Fills the form of the login page. */
export async function fillLogin(
  page: Page,
  { email, password = PASSWORD }: Credentials,
): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.waitForURL('**/auth/login')
}

/** The content of an open row of the Settings tab, by its title. */
export const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** @param row name in the URL of a row to open */
export async function openSettings(page: Page, row?: string): Promise<void> {
  await page.goto(`/discordia/dashboard?tab=settings${row ? `&section=${row}` : ''}`)
  await page.getByRole('button', { name: 'Security log', exact: true }).waitFor()
  await settled(page)
}

/** Confirms in the dialog that a sensitive call waits for. */
export async function confirmOwner(
  page: Page,
  { password = PASSWORD, code }: { password?: string; code?: string } = {},
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await confirm.click()
  if (code !== undefined) {
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
    await confirm.click()
  }
  await dialog.waitFor({ state: 'detached' })
}

/** Answers a question with Yes. */
export async function say(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Yes' }).click()
}

/** Moves the focus with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`The Tab key does not reach ${target.toString()}`)
}
