import type { Page } from 'playwright-core'
import type { ContentDetail } from '../../contract/content.ts'
import { articlePath } from '../../contract/publicPages.ts'
import { failWith, respondWith } from '../../test/helpers/browser/apiEdge.ts'
import { asks, button, dialog, type Role } from '../../test/helpers/browser/walkStates.ts'
import {
  anOffer,
  aPlayer,
  aProgramme,
  aSlot,
  aTable,
  aTableOf,
} from '../../test/helpers/fixtures/programmes.ts'
import { anEvent, id } from '../../test/helpers/fixtures/siteState.ts'

/* The programme of a convention, and the table that the member leads there. */

const EVENT = 9001
const TABLE = 9100
const LONG = 'of the longest title '.repeat(4)

const slots = [4, 5].flatMap((day, at) =>
  [7, 11, 15, 19].map((hour, n) => aSlot(at * 4 + n + 1, day, hour)),
)
const states = [
  {},
  { left: 0, waiting: 2 },
  { mine: 'coming' },
  { mine: 'waiting', left: 0 },
  { mine: 'offered', left: 0 },
  { is_open: false, title: `A table ${LONG}`, room: `Room ${LONG}`, leader: 'x'.repeat(60) },
  { cancelled_at: '2030-05-01T10:00:00.000Z' },
] as const
const tables = Array.from({ length: 20 }, (_, at) =>
  aTable({
    id: id(TABLE + at),
    slot: (at % 7) + 1,
    title: `Table ${at + 1}`,
    is_mine: at === 0,
    ...states[at % states.length],
  }),
)
const programme = aProgramme({
  slots,
  tables,
  needs_seat: true,
  takes_offers: true,
  offers: [anOffer()],
})
const convention: ContentDetail = {
  ...anEvent({
    id: id(EVENT),
    title: 'Convention',
    registration: { seats: 80, closes_at: '2030-05-04T07:00:00.000Z' },
  }),
  programme: { slots: slots.length },
}
const table: ContentDetail = {
  ...anEvent({ id: id(TABLE), title: 'Table 1' }),
  table: aTableOf(EVENT),
}
const players = [
  aPlayer({ came: true, name: `Mara ${LONG}` }),
  aPlayer({ id: id(42), name: 'Sam', companions: [], state: 'waiting' }),
]

/** Responses of a server that announces them. */
export async function announceProgramme(page: Page): Promise<void> {
  for (const article of [convention, table]) {
    await failWith(page, `/contents/get/${article.id}`, 404)
    await respondWith(page, `/contents/getEvent/${article.id}`, article)
    await respondWith(page, `/contents/getNext/${article.id}*`, [])
  }
  await respondWith(page, `/contents/programme/${EVENT}`, programme)
  await respondWith(page, `/contents/tables/${TABLE}/players`, players)
  const seats = { left: 3, waiting: 0, waiting_max: 5, is_open: true, questions: [], mine: null }
  await respondWith(page, `/contents/registration/${EVENT}`, {
    ...convention.registration,
    ...seats,
  })
}

/** A printed programme has the rooms, and nothing to press. */
async function printed(page: Page): Promise<readonly string[]> {
  const programme = page.getByRole('region', { name: 'Programme' })
  await page.emulateMedia({ media: 'print' })
  const hasRoom = await programme.getByText('Cellar').first().isVisible()
  const buttons = await programme.getByRole('button').allTextContents()
  await page.emulateMedia({ media: 'screen' })
  return [...(hasRoom ? [] : ['prints no rooms']), ...buttons.map((name) => `prints ${name}`)]
}

export const guestOfConvention: Role = {
  who: 'a guest of a convention',
  member: 'Gus',
  states: [
    { name: 'list of events', path: '/discordia/news&events/', reach: announceProgramme },
    {
      name: 'programme',
      path: articlePath(EVENT),
      reach: (page) => page.getByRole('link', { name: 'Table 19' }).waitFor(),
      also: printed,
    },
    {
      name: 'form of an offer, with errors',
      async reach(page) {
        await button(page, 'Offer a table').click()
        await dialog(page).getByRole('button', { name: 'Send offer' }).click()
        await dialog(page).getByText('Please fill this in.').first().waitFor()
      },
    },
    {
      name: 'Withdraw an offer',
      path: articlePath(EVENT),
      reach: asks('Withdraw “Salt and lanterns”'),
    },
    {
      name: 'players of the own table',
      path: articlePath(TABLE),
      reach: (page) => page.getByRole('checkbox').waitFor(),
    },
    { name: 'message to the players', reach: asks('Write to the players') },
  ],
}
