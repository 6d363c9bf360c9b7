import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Page } from 'playwright-core'
import { articlePath } from '../../contract/publicPages.ts'
import { failWith, respondWith } from '../../test/helpers/browser/apiEdge.ts'
import { button, type Role } from '../../test/helpers/browser/walkStates.ts'
import { anEvent, id } from '../../test/helpers/fixtures/siteState.ts'

/* The seat of a visitor without an account; the challenge is solved under the security policy of the site. */

const EVENT = 9002
const seats = { seats: 12, closes_at: '2030-05-04T07:00:00.000Z' }
const event = anEvent({
  id: id(EVENT),
  title: 'Open evening',
  registration: { ...seats, guests: true },
})
const registration = {
  ...seats,
  ...{ left: 3, waiting: 0, waiting_max: 5, is_open: true, mine: null },
  companions_max: 2,
  questions: [{ text: 'What do you eat?', is_required: true }],
}

async function announceGuests(page: Page): Promise<void> {
  await failWith(page, `/contents/get/${EVENT}`, 404)
  await respondWith(page, `/contents/getEvent/${EVENT}`, event)
  await respondWith(page, `/contents/getNext/${EVENT}*`, [])
  await respondWith(page, `/contents/registration/${EVENT}`, registration)
  const challenge = { algorithm: 'SHA-256', cost: 50, keyPrefix: '00', deriveKey }
  const signed = await createChallenge({ ...challenge, hmacSignatureSecret: 'walk' })
  await respondWith(page, `/contents/registration/${EVENT}/proof`, signed)
  await respondWith(page, `/contents/registration/${EVENT}/guest`, {})
}

export const withoutAccount: Role = {
  who: 'a visitor without an account',
  states: [
    { name: 'list of events', path: '/discordia/news&events/', reach: announceGuests },
    {
      name: 'form for people without an account, with errors',
      path: articlePath(EVENT),
      async reach(page) {
        await button(page, 'Sign up without an account').click()
        await button(page, 'Sign up').click()
        await page.getByText('Please enter a valid email address.').waitFor()
      },
    },
    {
      name: 'seat that is held',
      async reach(page) {
        await page.getByRole('textbox', { name: 'Name' }).fill('Ann')
        await page.getByRole('textbox', { name: 'Email address' }).fill('ann@example.org')
        await page.getByRole('textbox', { name: 'What do you eat?' }).fill('Soup')
        await button(page, 'Sign up').click()
        await page.getByText(/^Look into your mailbox/).waitFor()
      },
    },
  ],
}
