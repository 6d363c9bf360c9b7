import type { Page } from 'playwright-core'
import { responded } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { enter } from '#test/helpers/browser/desk.ts'
import { follow } from '#test/helpers/browser/follow.ts'
import { enterSmall, inspect } from '#test/helpers/browser/inspect.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import { closeDialog, STATES, type State, statesWorld } from './states.ts'

describe('every page and dialog can be used and read, in each theme and width', () => {
  const built = builtSite({ world: statesWorld, ownContext: true })

  /** Inside the page, unless it was changed for good: by strange pictures, or by the open menu of the wide desk. */
  async function open(page: Page, path: string, place: 'site' | 'desk', isFresh: boolean) {
    await closeDialog(page)
    await enterSmall(page)
    if (isFresh) await page.goto(path)
    else await follow(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (place === 'site') {
      await takenOver(page)
      await page.locator('main[aria-busy="false"]').waitFor()
    }
    await responded(page)
  }

  async function arrive(place: 'site' | 'desk', member?: string): Promise<Page> {
    const page = await built.newcomer({ at: place })
    await enterSmall(page)
    if (place === 'desk') {
      await (member ? enter(page, member) : page.goto('/'))
      const overview = page.getByRole('heading', { level: 1, name: 'Overview' })
      await (member ? overview : page.getByLabel('Email')).waitFor()
    } else {
      const url = built.server.url
      await page.context().addCookies([{ name: 'Discordia-consent-cookie', value: 'true', url }])
      if (member) await signIn(page, built.server, member)
    }
    return page
  }

  /** A state that cannot be reached is a fault like others: the next ones are looked at all the same. */
  async function faultsOf(page: Page, state: State, place: 'site' | 'desk', isFresh: boolean) {
    try {
      if (state.path) await open(page, state.path, place, isFresh)
      await state.reach?.(page)
      return await inspect(page, { ...state, isDesk: place === 'desk' })
    } catch (error) {
      return [`cannot be looked at: ${String(error)}`]
    }
  }

  test.each(STATES)(
    'what $who has in front of them',
    async ({ place, member, states }) => {
      const page = await arrive(place, member)
      const found: string[] = []
      page.setDefaultTimeout(8000)
      let isFresh = true
      for (const state of states) {
        const faults = await faultsOf(page, state, place, isFresh)
        found.push(...faults.map((fault) => `${state.name}: ${fault}`))
        isFresh = place === 'desk' || state.pictures !== undefined
      }
      expect(found).toEqual([])
    },
    300_000,
  )
})
