import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { dashboardPage } from '#test/helpers/browser/dashboardPage.ts'

/** What only one of many members does, so that the tests of this file do not meet each other. */
const JUNO = 'juno'

describe('the member’s own data, sentence by sentence', () => {
  const built = builtSite()
  const { open, tab, toast } = dashboardPage(built)

  describe('Dashboard (behaviour 2)', () => {
    test('greets by the username; the tooltip welcomes players', async () => {
      await open(JUNO)
      const heading = built.page.getByRole('heading', { level: 1, name: /juno/ })
      const player = await described(await heading.getAttribute('aria-describedby'))
      expect(player).toContain('Here you find your groups')
      expect(player).not.toContain('reviewing')
    })

    test('evaluators see a different welcome', async () => {
      await open('ada')
      const heading = built.page.getByRole('heading', { level: 1, name: /ada/ })
      expect(await described(await heading.getAttribute('aria-describedby'))).toContain(
        'Thank you for reviewing',
      )
    })

    test('four tabs: groups (default), invites, details and settings; a badge on invites that wait', async () => {
      await open('mira')
      await tab(/^Invites \(\d+ pending\)$/).waitFor()
      const names = built.page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab')
      expect((await names.allTextContents()).map((name) => name.replace(/\W*\d.*/, ''))).toEqual([
        'Groups',
        'Invites',
        'Details',
        'Settings',
      ])
      expect(await tab('Groups').getAttribute('aria-selected')).toBe('true')
    })

    const described = (id: string | null) => built.page.locator(`[id="${id}"]`).textContent()
  })

  describe('Details tab (behaviour 2, 7, 8)', () => {
    const form = () => built.page.getByRole('form', { name: 'Order Details' })
    const field = (name: string) => form().getByRole('textbox', { name })
    const typed = {
      first_name: 'Juno',
      last_name: 'Vale',
      email: 'juno@example.org',
      phone_number: '+43 1 234567',
      city: 'Wien',
      zipcode: '1010',
      address: 'Am Hof 1',
    }
    const fill = async () => {
      await field('First Name').fill(typed.first_name)
      await field('Last Name').fill(typed.last_name)
      await field('Email').fill(typed.email)
      await field('Phone Number').fill(typed.phone_number)
      await field('City').fill(typed.city)
      await field('Zip Code').fill(typed.zipcode)
      await field('Address').fill(typed.address)
      await form()
        .getByRole('button', { name: /^Country/ })
        .click()
      await built.page.getByRole('searchbox', { name: 'Search countries' }).fill('austr')
      await built.page.getByRole('option', { name: 'Austria' }).click()
    }

    test('first name, last name, email, phone number, country, city, zip code, address, and a save button', async () => {
      await open(JUNO, 'Details')
      await form().getByRole('button', { name: 'Save' }).waitFor()
      expect(await form().locator('label').allTextContents()).toEqual(
        [
          'First Name',
          'Last Name',
          'Email',
          'Phone Number',
          'Country',
          'City',
          'Zip Code',
          'Address',
        ].map((label) => expect.stringMatching(new RegExp(`^${label}\\b`))),
      )
      for (const name of ['First Name', 'Email', 'Address'])
        expect(await field(name).getAttribute('maxlength')).toBe('400')
    })

    test('the countries are a list of names, in their order', async () => {
      const listed = built.page.waitForResponse('**/settings/countries/')
      await open(JUNO, 'Details')
      const countries = (await (await listed).json()) as { key: string; name: string }[]
      expect(countries.length).toBeGreaterThan(240)
      await form()
        .getByRole('button', { name: /^Country/ })
        .click()
      await built.page.getByRole('option', { name: 'Iceland' }).waitFor()
      const names = await built.page.getByRole('option').allTextContents()
      expect(names.filter((name) => countries.some((each) => each.name === name))).toEqual(
        countries.map(({ name }) => name),
      )
    })

    test('saving sends the eight fields, says so, and a later look shows the first item of the list', async () => {
      await open(JUNO, 'Details')
      await fill()
      const sent = watchCalls(built.page)
      await form().getByRole('button', { name: 'Save' }).click()
      await toast('status', 'Successfully saved your ordering details.')
      expect(callsTo(sent, 'POST')).toEqual([
        { call: 'POST /users/order-details/', body: { ...typed, country_key: 'AT' } },
      ])
      await built.page.route('**/api/users/order-details', async (route) => {
        const answer = await route.fetch()
        const [first] = (await answer.json()) as { city: string }[]
        await route.fulfill({ json: [first, { ...first, city: 'Elsewhere' }] })
      })
      await built.page.reload()
      await tab('Details').click()
      await built.page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[name=city]')?.value === 'Wien',
      )
    })

    test('an error body: the toast names the server’s errors, each stands under its field, all that was typed stays', async () => {
      await open('tomas', 'Details')
      await fill()
      await field('Email').fill('no address')
      const sent = watchCalls(built.page)
      await form().getByRole('button', { name: 'Save' }).click()
      await toast('alert', 'Error saving your ordering details: Enter a valid email address.')
      const email = field('Email')
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      const messages = await Promise.all(
        ((await email.getAttribute('aria-describedby')) ?? '')
          .split(' ')
          .map((id) => built.page.locator(`[id="${id}"]`).textContent()),
      )
      expect(messages.join(' ')).toContain('Enter a valid email address.')
      expect(await field('City').inputValue()).toBe('Wien')
      expect(await email.inputValue()).toBe('no address')
      expect(callsTo(sent, 'POST')).toHaveLength(1)
    })

    test('what is not saved asks before the page is left', async () => {
      await open(JUNO, 'Details')
      await field('City').fill('Salzburg')
      await form().getByText('Not saved yet.').waitFor()
      const asked = built.page.waitForEvent('dialog')
      const left = built.page.close({ runBeforeUnload: true })
      const dialog = await asked
      expect(dialog.type()).toBe('beforeunload')
      await dialog.accept()
      await left
    })
  })

  describe('Settings tab (behaviour 2, 7, 8)', () => {
    const form = () => built.page.getByRole('form', { name: 'Settings' })
    const box = () => form().getByRole('checkbox')

    test('the browser’s way back is held until somebody chooses to leave', async () => {
      await open(JUNO, 'Settings')
      await built.page.getByRole('link', { name: 'Rules' }).first().click()
      await built.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
      await built.page.getByRole('link', { name: /^My Account/ }).click()
      await built.page.getByRole('tab', { name: 'Settings' }).click()
      const chunk = built.page.waitForResponse(/leave-dialog/)
      await box().click()
      await (await chunk).finished()
      const question = built.page.getByRole('dialog', { name: 'Leave without saving?' })
      await built.page.evaluate(() => history.back())
      await question.getByRole('button', { name: 'Stay here' }).click()
      await question.waitFor({ state: 'detached' })
      expect(new URL(built.page.url()).search).toBe('?tab=settings')
      await built.page.evaluate(() => history.back())
      await question.getByRole('button', { name: 'Leave', exact: true }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    })

    test('one checkbox, email notifications, and a save button that sends it', async () => {
      const asked = watchCalls(built.page)
      await open(JUNO, 'Settings')
      await form()
        .getByRole('checkbox', { name: 'Notify me by email for new events and updates' })
        .waitFor()
      expect(callsTo(asked, 'GET /users/preferences')).toHaveLength(1)
      expect(await box().count()).toBe(1)
      const before = await box().isChecked()
      await box().click()
      const sent = watchCalls(built.page)
      await form().getByRole('button', { name: 'Save' }).click()
      await toast('status', 'Successfully saved your settings.')
      expect(callsTo(sent, 'PUT')).toEqual([
        { call: 'PUT /users/preferences/', body: { email_notifications: !before } },
      ])
    })
  })

  describe('Request Name Change (behaviour 2, 4, 5, 7, 8)', () => {
    const dialog = () => built.page.getByRole('dialog', { name: 'Request Name Change' })
    const confirm = () => dialog().getByRole('button', { name: 'Confirm' })
    const newName = () => dialog().getByRole('textbox', { name: 'New Name' })
    const reason = () => dialog().getByRole('textbox', { name: 'Reason for name change' })
    const openDialog = async (email: string) => {
      await open(email)
      await built.page.getByRole('button', { name: 'Request name change' }).click()
    }

    test('created: a toast; then the dialog shows it, Confirm is disabled, the delete icon takes it back', async () => {
      await openDialog(JUNO)
      const sent = watchCalls(built.page)
      await newName().fill('Juno Vale')
      await reason().fill('It is on my passport.')
      await confirm().click()
      await toast('status', 'A name request was created successfully!')
      await dialog().waitFor({ state: 'hidden' })
      expect(callsTo(sent, 'POST')).toEqual([
        {
          call: 'POST /users/name-change-request/-',
          body: { new_name: 'Juno Vale', reason: 'It is on my passport.' },
        },
      ])

      await built.page.getByRole('button', { name: 'Request name change' }).click()
      await dialog().getByText('Juno Vale').waitFor()
      await dialog().getByText('It is on my passport.').waitFor()
      expect(await confirm().isDisabled()).toBe(true)
      expect(await newName().count()).toBe(0)

      const remove = dialog().getByRole('button', { name: 'Delete request' })
      await built.page.route('**/api/users/name-change-request/*', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
      )
      await remove.click()
      await toast('alert', 'There was an error deleting your request.')
      await built.page.unroute('**/api/users/name-change-request/*')
      const removed = built.page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await remove.click()
      await toast('status', 'The request was deleted successfully.')
      expect(await (await removed).json()).toEqual([])
      await newName().waitFor()
      expect(callsTo(sent, 'DELETE').at(-1)?.call).toMatch(
        /^DELETE \/users\/name-change-request\/\d+$/,
      )
    })
  })
})
