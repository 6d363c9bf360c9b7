import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { aGroup } from '#test/helpers/fixtures/siteState.ts'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const countries = [
  { key: 'AT', name: 'Austria' },
  { key: 'DE', name: 'Germany' },
  { key: 'IS', name: 'Iceland' },
]
const openDetails = (responses: Parameters<typeof openDashboard>[0] = {}) =>
  openDashboard(
    { listOrderDetails: [], listCountries: countries, ...responses },
    { at: '/discordia/dashboard?tab=details' },
  )
const field = (name: string) => screen.getByRole('textbox', { name })
const form = async () => within(await screen.findByRole('form', { name: 'Order Details' }))
const save = () => screen.getByRole('button', { name: 'Save' })
/** Whether the browser would ask before it closes the tab. */
const asksBeforeUnload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

describe('Details tab', () => {
  it('has eight fields and a save button, empty when nothing is saved', async () => {
    openDetails()
    const inForm = await form()
    const names = inForm.getAllByRole('textbox').map((box) => box.getAttribute('name'))
    expect(names).toEqual([
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'city',
      'zipcode',
      'address',
    ])
    for (const name of [
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'City',
      'Zip Code',
      'Address',
    ]) {
      expect(field(name)).toHaveValue('')
      expect(field(name)).toHaveAttribute('maxlength', '400')
    }
    expect(inForm.getByRole('button', { name: /^Country/ })).toBeVisible()
    expect(inForm.getByRole('button', { name: 'Save' })).toBeVisible()
  })

  it('tells browsers and phones what the fields are for', async () => {
    openDetails()
    await form()
    const wanted = {
      'First Name': ['given-name', null],
      'Last Name': ['family-name', null],
      Email: ['email', 'email'],
      'Phone Number': ['tel', 'tel'],
      City: ['address-level2', null],
      'Zip Code': ['postal-code', 'text'],
      Address: ['street-address', null],
    }
    for (const [name, [autocomplete, inputmode]] of Object.entries(wanted)) {
      expect(field(name).getAttribute('autocomplete')).toBe(autocomplete)
      expect(field(name).getAttribute('inputmode')).toBe(inputmode)
    }
  })

  it('shows the first of the saved items', async () => {
    openDetails({
      listOrderDetails: [orderDetails(), orderDetails({ first_name: 'Somebody else' })],
    })
    await form()
    expect(field('First Name')).toHaveValue('Wren')
    expect(field('Address')).toHaveValue('Orchard Lane 7')
    expect(await screen.findByRole('button', { name: 'Country Iceland' })).toBeVisible()
  })

  it('finds the country by typing', async () => {
    const { user } = openDetails()
    await form()
    const country = await screen.findByRole('button', { name: 'Country Choose a country' })
    await waitFor(() => expect(country).toBeEnabled())
    await user.click(country)
    await user.keyboard('aUS')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Austria'])
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Country Austria' })).toBeVisible()
  })

  it('retries the countries after a failure and keeps the saved one', async () => {
    const { user, api } = openDetails({
      listOrderDetails: [orderDetails()],
      listCountries: refusal(500),
      saveOrderDetails: orderDetails(),
    })
    expect(await screen.findByText('We couldn’t load this.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Country IS' })).toBeDisabled()
    api.respond({ listCountries: countries })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Country Iceland' })).toBeEnabled()
  })

  it('saves all eight fields and says so', async () => {
    const { user, api } = openDetails({ listOrderDetails: [orderDetails()] })
    await form()
    await user.clear(field('City'))
    await user.type(field('City'), 'Akureyri')
    const saved = orderDetails({ city: 'Akureyri' })
    const response = later<Response>()
    api.respond({ saveOrderDetails: () => response.promise, listOrderDetails: [saved] })
    await user.dblClick(save())
    response.resolve(reply(200, saved))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      'Successfully saved your ordering details.',
    )
    expect(api.calls('saveOrderDetails')).toMatchObject([{ method: 'POST', body: saved }])
    await waitFor(() => expect(api.calls('listOrderDetails')).toHaveLength(2))
    expect(field('City')).toHaveValue('Akureyri')
    expect(screen.queryByText('Not saved yet.')).not.toBeInTheDocument()
  })

  it('keeps what is typed while a save is on its way', async () => {
    const { user, api } = openDetails({ listOrderDetails: [orderDetails()] })
    await form()
    await user.clear(field('City'))
    await user.type(field('City'), 'Akureyri')
    const response = later<Response>()
    const saved = orderDetails({ city: 'Akureyri' })
    api.respond({ saveOrderDetails: () => response.promise, listOrderDetails: [saved] })
    await user.click(save())
    await user.type(field('City'), ' II')
    response.resolve(reply(200, saved))
    await notifications().findByRole('status')
    await waitFor(() => expect(api.calls('listOrderDetails')).toHaveLength(2))
    expect(field('City')).toHaveValue('Akureyri II')
  })

  it('never shows the old values between the save and the next load', async () => {
    const { user, api } = openDetails({ listOrderDetails: [orderDetails()] })
    await form()
    await user.type(field('City'), ' II')
    const reload = later<Response>()
    api.respond({ saveOrderDetails: {}, listOrderDetails: () => reload.promise })
    await user.click(save())
    await notifications().findByRole('status')
    expect(field('City')).toHaveValue('Reykjavík II')
    reload.resolve(reply(200, [orderDetails({ city: 'Reykjavik II' })]))
    await waitFor(() => expect(field('City')).toHaveValue('Reykjavik II'))
  })

  it('puts the server’s errors under their fields and all of them into the toast', async () => {
    const { user, api } = openDetails({
      listOrderDetails: [orderDetails()],
      saveOrderDetails: refusal(400, 'invalid', 'Enter a valid email address.', [
        ['email', 'Enter a valid email address.'],
        ['country_key', 'Choose one of the values on offer.'],
        [null, 'We do not send to this country.'],
        [null, 'Orders are closed until May.'],
      ]),
    })
    await form()
    await user.type(field('Email'), '.x')
    await user.click(save())
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error saving your ordering details: Enter a valid email address. Choose one of the values on offer. We do not send to this country. Orders are closed until May.',
    )
    expect(field('Email')).toBeInvalid()
    expect(field('Email')).toHaveAccessibleDescription('Enter a valid email address.')
    expect(screen.getByRole('button', { name: /^Country/ })).toHaveAccessibleDescription(
      'Choose one of the values on offer.',
    )
    expect(field('City')).toBeValid()

    // An error stays until the value of its field changes.
    await user.type(field('Email'), 'y')
    expect(field('Email')).toBeValid()
    expect(screen.getByRole('button', { name: /^Country/ })).toBeInvalid()
    expect(api.calls('saveOrderDetails')).toHaveLength(1)
  })

  it('keeps the typed text after a failure, a change of tabs and a visit to another page', async () => {
    const { user, store, unmount } = openDetails({
      listGroups: [aGroup()],
      saveOrderDetails: refusal(500),
    })
    await form()
    await user.type(field('First Name'), 'Wren')
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    await user.click(save())
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      /^Error saving your ordering details:/,
    )
    expect(field('First Name')).toHaveValue('Wren')

    await user.click(screen.getByRole('tab', { name: 'Groups' }))
    expect(screen.queryByRole('textbox', { name: 'First Name' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    expect(field('First Name')).toHaveValue('Wren')

    unmount()
    openDashboard(
      { listOrderDetails: [], listCountries: countries },
      { at: '/discordia/dashboard?tab=details', state: store.getState() },
    )
    await form()
    expect(field('First Name')).toHaveValue('Wren')
  })

  it('asks before the tab is closed while more than a few words are not saved, and only then (ruling 80)', async () => {
    const { user } = openDetails({ listOrderDetails: [orderDetails()] })
    await form()
    expect(asksBeforeUnload()).toBe(false)
    await user.type(field('City'), '!')
    expect(asksBeforeUnload()).toBe(false)
    await user.type(field('City'), ' in the far north')
    expect(asksBeforeUnload()).toBe(true)
    await user.click(screen.getByRole('tab', { name: 'Groups' }))
    expect(asksBeforeUnload()).toBe(true)
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    await user.type(field('City'), '{Backspace>18/}')
    expect(asksBeforeUnload()).toBe(false)
  })

  it('shows no empty form when the saved details fail to load', async () => {
    const { user, api } = openDetails({ listOrderDetails: refusal(500) })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('form', { name: 'Order Details' })).not.toBeInTheDocument()
    api.respond({ listOrderDetails: [orderDetails()] })
    await user.click(retry)
    await form()
    expect(field('First Name')).toHaveValue('Wren')
  })
})

describe('Settings tab', () => {
  const openSettings = (responses: Parameters<typeof openDashboard>[0]) =>
    openDashboard(responses, { at: '/discordia/dashboard?tab=settings' })
  const checkbox = () =>
    screen.findByRole('checkbox', { name: 'Notify me by email for new events and updates' })

  it.each([true, false])('shows the saved choice (%s)', async (email_notifications) => {
    openSettings({ getPreferences: { email_notifications } })
    expect(((await checkbox()) as HTMLInputElement).checked).toBe(email_notifications)
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  })

  it('saves the choice, once, and says so', async () => {
    const response = later<Response>()
    const { user, api } = openSettings({
      getPreferences: { email_notifications: false },
      savePreferences: () => response.promise,
    })
    await user.click(await checkbox())
    expect(api.calls('savePreferences')).toHaveLength(0)
    await user.dblClick(save())
    response.resolve(reply(200, {}))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      'Successfully saved your settings.',
    )
    expect(await checkbox()).toBeChecked()
    expect(api.calls('savePreferences')).toMatchObject([
      { method: 'PUT', path: '/users/preferences/', body: { email_notifications: true } },
    ])
  })

  it('keeps the choice when saving fails', async () => {
    const { user } = openSettings({
      getPreferences: { email_notifications: true },
      savePreferences: refusal(500),
    })
    await user.click(await checkbox())
    await user.click(save())
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error saving your settings, please try again.',
    )
    expect(await checkbox()).not.toBeChecked()
  })

  const moreEmails = () => screen.findByRole('button', { name: 'More emails, time zone' })
  const invites = () =>
    screen.findByRole('checkbox', { name: 'Email me when someone invites me to a group' })

  it('turns mails about invites off and on in the same form', async () => {
    const { user, api } = openSettings({
      getPreferences: { email_notifications: false, invite_mails: true },
      savePreferences: {},
    })
    await user.click(await moreEmails())
    expect(await invites()).toBeChecked()
    await user.click(await invites())
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    expect(api.calls('savePreferences')).toEqual([])
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    expect(await invites()).not.toBeChecked()
    api.respond({ getPreferences: { email_notifications: false, invite_mails: false } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull())
    expect(await invites()).not.toBeChecked()
    expect(api.calls('savePreferences')).toMatchObject([
      { body: { email_notifications: false, invite_mails: false } },
    ])
  })

  it('has a switch for each kind of mails that the server announces, and sends no other', async () => {
    const { user, api } = openSettings({
      getPreferences: {
        email_notifications: false,
        planning_mails: true,
        reminder_mails: false,
        event_mails: true,
      },
      savePreferences: {},
    })
    const row = await moreEmails()
    expect(row).toHaveAccessibleDescription('2 of 3 on')
    await user.click(row)
    const planning = await screen.findByRole('checkbox', {
      name: 'Email me about polls and sessions of my groups',
    })
    expect(planning).toBeChecked()
    expect(
      screen.getByRole('checkbox', { name: 'Remind me of sessions and polls by email' }),
    ).not.toBeChecked()
    expect(
      screen.getByRole('checkbox', { name: /^Email me about events/ }),
    ).toHaveAccessibleDescription(/^We always email you about a seat/)
    expect(screen.getAllByRole('checkbox')).toHaveLength(4)
    await user.click(planning)
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls('savePreferences')).toHaveLength(1))
    expect(api.calls('savePreferences')[0]?.body).toEqual({
      email_notifications: false,
      planning_mails: false,
      reminder_mails: false,
      event_mails: true,
    })
  })

  it('has the time zone of emails in the same form if the server announces it', async () => {
    const preferences = { email_notifications: false, time_zone: 'Asia/Tokyo' }
    const { user, api } = openSettings({ getPreferences: preferences, savePreferences: {} })
    await user.click(await moreEmails())
    const zone = await screen.findByRole('button', { name: /^Time zone in emails/ })
    expect(zone).toHaveTextContent('Asia/Tokyo')
    await user.click(zone)
    await user.type(screen.getByRole('searchbox', { name: 'Search time zones' }), 'new york')
    await user.click(screen.getByRole('option', { name: 'America/New York' }))
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('savePreferences')).toMatchObject([
        { body: { email_notifications: false, time_zone: 'America/New_York' } },
      ]),
    )
  })

  it('has the language of emails there if the server announces several', async () => {
    announce('en de')
    const preferences = { email_notifications: false, language: 'en' }
    const { user, api } = openSettings({ getPreferences: preferences, savePreferences: {} })
    await user.click(await screen.findByRole('button', { name: /^More emails, language/ }))
    const language = await screen.findByRole('button', { name: /^Language of emails/ })
    expect(language).toHaveTextContent('English')
    await user.click(language)
    await user.click(screen.getByRole('option', { name: 'Deutsch' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('savePreferences')).toMatchObject([
        { body: { email_notifications: false, language: 'de' } },
      ]),
    )
  })

  it('has no switch for them if the server does not announce it', async () => {
    openSettings({ getPreferences: { email_notifications: false } })
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  })
})
