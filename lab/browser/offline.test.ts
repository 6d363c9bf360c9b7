import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { choose, dropdown } from '../../test/helpers/browser/dropdown.ts'
import { entryDialog, fillEntry, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { amount, eventually, figure } from '../../test/helpers/server/faults.ts'
import { sample } from '../../test/helpers/server/sample.ts'

type Form = {
  readonly what: string
  /** Opens and fills the form. */
  readonly fill: (page: Page) => Promise<void>
  readonly send: (page: Page) => Locator
  /** A field, and the text typed into it. */
  readonly field: (page: Page) => Locator
  readonly typed: string
  /** Message of a success. */
  readonly thanks: string
  /** Message of a failure; as specified, some forms show none (behaviour 8.6, 8.7). */
  readonly failure: string | null
  /** Query that counts its rows. */
  readonly rows: string
}

const fields = async (within: Locator, values: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(values))
    await within.getByRole('textbox', { name, exact: true }).fill(text)
}
const inMain = (role: 'button' | 'textbox', name: string) => (page: Page) =>
  page.getByRole('main').getByRole(role, { name, exact: true })
const formOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const DETAILS = {
  'First Name': 'Ann',
  'Last Name': 'Apple',
  Email: 'ann@example.org',
  'Phone Number': '+43 1 234567',
  City: 'Halm',
  'Zip Code': '1010',
  Address: 'Tower 7',
}

const FORMS: readonly Form[] = [
  {
    what: 'a group',
    async fill(page) {
      await page.goto('/discordia/dashboard')
      await inMain('textbox', 'New group name')(page).fill('Offline Owls')
    },
    send: inMain('button', 'Create group'),
    field: inMain('textbox', 'New group name'),
    typed: 'Offline Owls',
    thanks: "Group with the name 'Offline Owls' created!",
    failure: 'Error creating group, please try again.',
    rows: "select count(*) from groups where name = 'Offline Owls'",
  },
  {
    what: 'an invite',
    async fill(page) {
      await page.goto('/discordia/dashboard')
      await page.getByRole('button', { name: /^Lone Wolf/ }).click()
      await inMain('textbox', 'Invite new member')(page).fill('Dora')
    },
    send: inMain('button', 'Invite'),
    field: inMain('textbox', 'Invite new member'),
    typed: 'Dora',
    thanks: "Successfully invited 'Dora' to the group!",
    failure: 'Error inviting user, please try again.',
    rows: `select count(*) from invites join users on users.id = target_user_id
      where username = 'Dora'`,
  },
  {
    what: 'a glossary entry',
    async fill(page) {
      await page.goto('/discordia/world')
      await openEntryForm(page)
      await fillEntry(page, 'The Patient Ladder')
    },
    send: (page) => entryDialog(page).getByRole('button', { name: 'Send Item for Review' }),
    field: (page) => entryDialog(page).getByRole('textbox', { name: 'Name', exact: true }),
    typed: 'The Patient Ladder',
    thanks: 'You have created a new entry. It will be under approval.',
    failure: null,
    rows: "select count(*) from glossary_entries where title = 'The Patient Ladder'",
  },
  {
    what: 'order details',
    async fill(page) {
      await page.goto('/discordia/dashboard?tab=details')
      const form = formOf(page, 'Order Details')
      await fields(form, DETAILS)
      await choose(form, 'Country', 'Iceland')
      await dropdown(form, 'Country').waitFor()
    },
    send: (page) => formOf(page, 'Order Details').getByRole('button', { name: 'Save' }),
    field: (page) => formOf(page, 'Order Details').getByRole('textbox', { name: 'Address' }),
    typed: 'Tower 7',
    thanks: 'Successfully saved your ordering details.',
    failure: 'Error saving your ordering details:',
    rows: "select count(*) from order_details where address = 'Tower 7'",
  },
  {
    what: 'a message of the contact form',
    async fill(page) {
      await page.goto('/discordia/')
      const text = {
        Name: 'Wanda',
        Email: 'wanda@example.org',
        Subject: 'A chair',
        Message: 'Free?',
      }
      await fields(formOf(page, 'Contact'), text)
    },
    send: (page) => formOf(page, 'Contact').getByRole('button', { name: 'Send', exact: true }),
    field: (page) => formOf(page, 'Contact').getByRole('textbox', { name: 'Message' }),
    typed: 'Free?',
    thanks: "Thanks for reaching out! We'll get back to you as soon as possible.",
    failure: null,
    rows: "select count(*) from contact_messages where subject = 'A chair'",
  },
]

describe('a connection that is lost and comes back', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })

  const count = (rows: string): unknown => {
    const db = new Database(join(built.server.dataDir, 'discordia.sqlite'), { readonly: true })
    const found = db.prepare(rows).pluck().get()
    db.close()
    return found
  }

  test.each(sample(FORMS, amount(FORMS.length, 2)))(
    '$what: sent twice without a connection and twice with it, makes one row, and the typed text stays until then',
    async ({ fill, send, field, typed, thanks, failure, rows }) => {
      const { page } = built
      if (!rows.includes('contact_messages')) await signIn(page, built.server, 'Ann')
      await fill(page)
      await built.settled()
      const before = count(rows)
      let attempts = 0
      page.on('requestfailed', (request) => {
        // The client of the mail service is fetched with the first message.
        if (request.method() === 'POST' || request.resourceType() === 'script') attempts += 1
      })

      await built.visitor.context.setOffline(true)
      for (const attempt of [1, 2]) {
        await send(page).dblclick()
        await eventually(
          () => attempts,
          (seen) => seen >= attempt,
        )
        await page.locator('main[aria-busy="false"]').waitFor()
        if (failure) await page.getByRole('alert').getByText(failure).first().waitFor()
        expect(await field(page).inputValue()).toBe(typed)
      }
      expect([attempts, count(rows)]).toEqual([2, before])

      await built.visitor.context.setOffline(false)
      expect(await field(page).inputValue()).toBe(typed)
      await send(page).dblclick()
      await page.getByRole('status').getByText(thanks).first().waitFor()
      await built.settled()
      expect(count(rows)).toBe(Number(before) + 1)
      figure('2 failed attempts of two clicks each, then 1 row')
    },
  )

  test('a group whose response was lost is in the list at once: nobody has to try again', async () => {
    const { page } = built
    await signIn(page, built.server, 'Ann')
    await page.goto('/discordia/dashboard')
    await built.settled()
    await page.route('**/api/rpggroups/create/', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await inMain('textbox', 'New group name')(page).fill('Lost Letters')
    await inMain('button', 'Create group')(page).click()
    await page.getByRole('alert').getByText('Error creating group').first().waitFor()
    await page.getByRole('button', { name: /^Lost Letters/ }).waitFor()
    expect(count("select count(*) from groups where name = 'Lost Letters'")).toBe(1)
  })
})
