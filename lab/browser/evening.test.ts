import type { Locator, Page } from 'playwright-core'
import texts from '../../locales/en/translation.json' with { type: 'json' }
import { DEMO_PASSWORD } from '../../server/db/seed/accounts.ts'
import { timeRange } from '../../shared/timeRange.ts'
import { type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { storeTokens, tokensOf } from '../../test/helpers/browser/signIn.ts'
import { slowDown } from './slowDown.ts'

/**
 * Keys that the evening may take, besides those of texts, dates and numbers. A member without a group passes the first
 * steps and the groups that look for players on the way to the field of a new group, which is the last.
 */
const KEYS_MAX = 80

const { planning } = texts

/** Presses keys and counts them. */
function keyboardOf(page: Page) {
  let pressed = 0
  const press = async (key: string) => {
    pressed++
    await page.keyboard.press(key)
  }
  const isFocused = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement)
  return {
    press,
    /** Moves the focus until it is at the target. */
    async to(target: Locator, key = 'Tab') {
      await target.waitFor({ state: 'attached' })
      // A closed dialog gives the focus back.
      await page.waitForFunction(() => document.activeElement !== document.body)
      while (!(await isFocused(target))) await press(key)
    },
    /** Waits until the page has moved the focus there by itself. */
    async at(target: Locator) {
      await page.waitForFunction(
        (element) => element === document.activeElement,
        await target.elementHandle(),
      )
    },
    type: (text: string) => page.keyboard.type(text),
    count: () => pressed,
  }
}

/** Seven in the evening, UTC. */
const inDays = (days: number): Date =>
  new Date(new Date(Date.now() + days * 86_400_000).setUTCHours(19, 0, 0, 0))

/** A date as the parts of a field want it, in the order of the browser's own language. */
const typed = (date: Date): string => {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-')
  return `${month}${day}${year}`
}

describe('the evening of a game master, by keyboard', () => {
  const built = builtSite({ world: 'demo' })
  let visitor: Visit | undefined

  afterEach(async () => {
    await visitor?.close()
    expect(visitor?.complaints).toEqual([])
  })

  test('on a slow phone', async () => {
    visitor = await visit(built.browser, built.server, { width: 360 })
    const { page } = visitor
    await storeTokens(page, await tokensOf(built.server, 'ada@discordia.example', DEMO_PASSWORD))
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    const { press, to, at, type, count } = keyboardOf(page)
    const button = (label: string | RegExp) => page.getByRole('button', { name: label })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const dialog = page.getByRole('dialog')

    // A group.
    await page.getByRole('textbox', { name: texts.dashboard.new_group_name }).waitFor()
    await press('Tab')
    await press('Enter')
    await to(page.getByRole('textbox', { name: texts.dashboard.new_group_name }))
    await type('The Late Table')
    await press('Enter')

    // Four invites.
    const invite = page.getByRole('textbox', { name: texts.dashboard.invite_new_member })
    await at(invite)
    for (const guest of ['juno', 'elias', 'wren', 'tomas']) {
      await type(guest)
      await press('Enter')
      await button(texts.dashboard.cancel_invitation_for.replace('{{username}}', guest)).waitFor()
      await at(invite)
    }

    // A poll.
    await to(button(planning.propose), 'Shift+Tab')
    await press('Enter')
    await dialog.waitFor()
    await type('Which evening?')
    await to(field(planning.option_start.replace('{{number}}', '1')))
    await type(typed(inDays(20)))
    await press('Tab')
    await type('0700p')
    await to(field(planning.option_start.replace('{{number}}', '2')))
    await type(typed(inDays(21)))
    await press('Tab')
    await type('0700p')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // The choice.
    await to(button(new RegExp(`^${planning.fix}`)))
    await press('Enter')
    await dialog.waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // A series.
    await to(button(planning.plan_session))
    await press('Enter')
    await dialog.waitFor()
    await type(typed(inDays(27)))
    await press('Tab')
    await type('0700p')
    await to(dialog.getByRole('button', { name: new RegExp(`^${planning.repeats}`) }))
    await type('w')
    await to(field(planning.repeat_count))
    await type('4')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // One date of it moves.
    const more = button(new RegExp(`^${planning.more}`))
    await to(more.nth(1))
    await press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await press('Enter')
    await dialog.waitFor()
    await to(field(planning.start))
    await type(typed(inDays(28)))
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(timeRange(inDays(28).toISOString(), null, 'UTC') ?? '')
      .first()
      .waitFor()

    // Another one is skipped.
    await to(more.nth(1))
    await press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await type(planning.skip_title.slice(0, 1))
    await press('Enter')
    await dialog.waitFor()
    await to(dialog.getByRole('button', { name: planning.skip_yes }))
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await more.nth(4).waitFor({ state: 'detached' })
    expect(count()).toBeLessThanOrEqual(KEYS_MAX)
  })
})
