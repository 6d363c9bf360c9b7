import type { Page } from 'playwright-core'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import { fillLogin } from '#test/helpers/browser/ownAccount.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

const ROWS = [
  ...['Email address', 'Password', 'Passkeys', 'Two-step login'],
  ...['Where you are logged in', 'Security log', 'Download your data', 'Delete your account'],
]
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const HIGHEST = 800

// Passkeys need a name of the host.
const built = builtSite({ world: smallWorld, host: 'localhost' })

const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const placesOf = async (page: Page) => {
  const boxes = []
  for (const name of ROWS) boxes.push(await row(page, name).boundingBox())
  return boxes
}

test('the Settings tab fits into 800 px of a phone, and does not move when its facts come', async () => {
  const { page } = built
  await page.setViewportSize(SMALL)
  await signIn(page, built.server, 'Ann')
  const release = await hold(page, '**/api/users/security/**')
  await page.goto('/discordia/dashboard?tab=settings')
  for (const name of ROWS) await row(page, name).waitFor()
  const before = await placesOf(page)
  release()
  await page.getByText(/^\d browsers?$/).waitFor()
  expect(await placesOf(page)).toEqual(before)
  const panel = page.getByRole('tabpanel', { name: 'Settings' })
  const height = (await panel.boundingBox())?.height ?? 0
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThanOrEqual(HIGHEST)

  await row(page, 'Password').click()
  await page.getByLabel('New password', { exact: true }).fill('Golden')
  await row(page, 'Password').click()
  await row(page, 'Security log').click()
  await page.getByRole('region', { name: 'Security log' }).getByRole('listitem').first().waitFor()
  await row(page, 'Password').click()
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('Golden')
  await page.reload()
  await page.getByRole('region', { name: 'Security log' }).getByRole('listitem').first().waitFor()
  await page.getByLabel('New password', { exact: true }).waitFor()
})

test('a link to a row leads there through the login; wide screens have links beside the rows', async () => {
  const { page } = built
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/discordia/dashboard?section=deletion&tab=settings#section-deletion')
  await fillLogin(page, { email: emailOf('Ben') })
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
  await row(page, 'Delete your account').and(page.locator(':focus')).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Sign-in').click()
  await page.getByRole('heading', { name: 'Sign-in' }).and(page.locator(':focus')).waitFor()
  expect(new URL(page.url()).search).toBe('?section=deletion&tab=settings')
})
