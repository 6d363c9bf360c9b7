import type { Page } from 'playwright-core'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { addPastStates } from '#test/helpers/fixtures/pastStates.ts'
import { addSeatStates, SEAT_TITLES } from '#test/helpers/fixtures/seatStates.ts'
import { addTranslations } from '#test/helpers/fixtures/translations.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'
import { settled } from './browser.ts'
import { builtSite } from './builtSite.ts'
import { enter } from './desk.ts'
import { follow } from './follow.ts'
import { enterSmall, inspect } from './inspect.ts'
import { signIn } from './signIn.ts'
import { takenOver } from './takenOver.ts'

/*
 * Walks a table of states, the pages and dialogs that each role can see: opens each once and runs all checks of looks.
 * A new page or dialog is a row: in test/e2e/states.ts for the site, in lab/journeys/deskStates.ts for the desk.
 */

export async function statesWorld(server: DeskServer): Promise<void> {
  await deskWorld(server)
  await addSeatStates(server)
  await addPastStates(server)
  await addTranslations(server)
}
/** Number of contents that were added before those of seatStates.ts. */
const CONTENTS = 7
/** The id of an event of seatStates.ts. */
export const seatEventId = (title: string): number => CONTENTS + 1 + SEAT_TITLES.indexOf(title)

/** The id of the first article of translations.ts. */
export const translatedId = CONTENTS + 1 + SEAT_TITLES.length

export type State = NonNullable<Parameters<typeof inspect>[1]> & {
  readonly name: string
  /** Path of the page; without one, the previous state leads to this one. */
  readonly path?: string
  /** Brings the page into the state. */
  readonly reach?: (page: Page) => Promise<unknown>
}

export const at = (...paths: readonly string[]): State[] =>
  paths.map((path) => ({ name: path, path }))
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first()
export const dialog = (page: Page) => page.getByRole('dialog')
/** Opens a dialog, which the next state closes. */
export const asks = (opener: string) => async (page: Page) => {
  await button(page, opener).click()
  await dialog(page).getByRole('button').first().waitFor()
}
export async function closeDialog(page: Page): Promise<void> {
  if ((await dialog(page).count()) === 0) return
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

/** The states of one role. */
export type Role = {
  readonly who: string
  readonly member?: string
  readonly states: readonly State[]
}

/** @param isWhole as in `inspect`; `npm test` leaves the whole to the laboratory */
export function walkStates(place: 'site' | 'desk', table: readonly Role[], isWhole = true): void {
  const built = builtSite({ world: statesWorld, ownContext: true })

  /** Navigates without a reload, unless strange pictures or the desk's open menu have changed the page for good. */
  async function open(page: Page, path: string, isFresh: boolean) {
    await closeDialog(page)
    await enterSmall(page)
    if (isFresh) await page.goto(path)
    else await follow(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (place === 'site') await takenOver(page)
    await settled(page)
  }

  async function arrive(member?: string): Promise<Page> {
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

  /** Counts a state that cannot be reached as a fault, so that the next ones are still checked. */
  async function faultsOf(page: Page, state: State, isFresh: boolean) {
    try {
      if (state.path) await open(page, state.path, isFresh)
      await state.reach?.(page)
      return await inspect(page, { ...state, isDesk: place === 'desk', isWhole })
    } catch (error) {
      return [`cannot be looked at: ${String(error)}`]
    }
  }

  test.each(table)(
    'what $who has in front of them',
    async ({ member, states }) => {
      const page = await arrive(member)
      const found: string[] = []
      page.setDefaultTimeout(8000)
      let isFresh = true
      for (const state of states) {
        const faults = await faultsOf(page, state, isFresh)
        found.push(...faults.map((fault) => `${state.name}: ${fault}`))
        isFresh = place === 'desk' || state.pictures !== undefined
      }
      expect(found).toEqual([])
    },
    300_000,
  )
}
