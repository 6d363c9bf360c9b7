import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { figure } from '../../test/helpers/server/faults.ts'

/** Texts that only Ann's dashboard has. */
const MEMBERS_OWN = /Ravens|Lone Wolf|Welcome(?: back)?, Ann/
const OF_A_MEMBER = ['/discordia/dashboard', '/discordia/dashboard?tab=details', '/discordia/world']

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const textOf = (page: Page) => page.locator('#root').textContent()

const tokensIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('_token')))

describe('Back after a logout', () => {
  const built = builtSite({ world: smallWorld })

  test('shows nothing of the member on any page that was visited', async () => {
    const { page } = built
    await signIn(page, built.server, 'Ann')
    for (const path of OF_A_MEMBER) {
      await page.goto(path)
      await menu(page, 'Logout').waitFor()
      await built.settled()
    }
    await menu(page, 'Logout').click()
    await page.waitForURL('**/auth/login')
    expect(await tokensIn(page)).toEqual([])
    for (const _ of OF_A_MEMBER) {
      await page.goBack()
      await menu(page, 'Login').waitFor()
      await built.settled()
      expect(await textOf(page)).not.toMatch(MEMBERS_OWN)
      expect(await menu(page, 'Logout').count()).toBe(0)
    }
    figure(`${OF_A_MEMBER.length} pages back`)
  })
})
