import { screen, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { FEEDS_MAX } from '#contract/calendarLimits.ts'
import type { Feed } from '#contract/schemas/calendar.ts'
import { ToastLayer } from '#src/app/shell/ToastLayer.tsx'
import { SettingsTab } from '#src/features/dashboard/profile/SettingsTab.tsx'
import { aProfile, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const aFeed = (over: Partial<Feed> = {}): Feed => ({
  id: id(1),
  name: 'Phone',
  created_at: '2030-05-01T10:00:00.000Z',
  last_used_at: null,
  ...over,
})
const URL = 'https://discordia.example/api/calendar/a-secret.ics'
const NAME = 'Device or program'

function open(feeds: unknown, answers: Parameters<typeof fakeApi>[0] = {}) {
  toast.remove()
  const api = fakeApi({
    getProfile: aProfile({ features: ['calendar'] }),
    getPreferences: { email_notifications: true },
    listFeeds: feeds as Feed[],
    ...answers,
  })
  const page = renderWithStore(
    <>
      <SettingsTab draft={null} onEdit={() => undefined} />
      <ToastLayer />
    </>,
    { state: asMember() },
  )
  return { api, ...page }
}
const section = async () => within(await screen.findByRole('region', { name: 'Your calendar' }))

describe('Calendar links in the Settings tab', () => {
  it('are there only where the profile announces them', async () => {
    const { api } = open([], { getProfile: aProfile({ features: ['sessions'] }), listSessions: [] })
    await screen.findByRole('region', { name: 'Where you are logged in' })
    expect(screen.queryByRole('region', { name: 'Your calendar' })).toBeNull()
    expect(api.calls('listFeeds')).toEqual([])
  })

  it('are listed with when they were made and last fetched', async () => {
    const used = { last_used_at: '2030-05-02T10:00:00.000Z' }
    open([aFeed(), aFeed({ id: id(2), name: 'Laptop', ...used })])
    const shown = await section()
    const rows = within(await shown.findByRole('list', { name: 'Calendar links' }))
    const [phone, laptop] = rows.getAllByRole('listitem')
    expect(phone).toHaveTextContent('Phone')
    expect(phone).toHaveTextContent('Made 1 May 2030, not fetched yet')
    expect(laptop).toHaveTextContent(/last fetched 2 May 2030/)
  })

  it('are made for a device; the link is shown once, to copy and to open', async () => {
    let feeds: Feed[] = []
    const { api, user } = open(() => feeds, {
      createFeed: () => {
        feeds = [aFeed()]
        return reply(201, { ...aFeed(), url: URL })
      },
    })
    const shown = await section()
    expect(await shown.findByText('You have no calendar links yet.')).toBeVisible()
    await user.type(shown.getByRole('textbox', { name: NAME }), ' Phone ')
    await user.click(shown.getByRole('button', { name: 'Make a link' }))
    expect(await shown.findByText(URL)).toBeVisible()
    expect(api.calls('createFeed')).toMatchObject([{ body: { name: 'Phone' } }])
    expect(shown.getByRole('heading', { name: 'The link for Phone' })).toHaveFocus()
    expect(shown.getByRole('link', { name: 'Open in a calendar program' })).toHaveAttribute(
      'href',
      'webcal://discordia.example/api/calendar/a-secret.ics',
    )
    await user.click(shown.getByRole('button', { name: 'Copy the link' }))
    expect(await shown.findByText(/opied/)).toBeVisible()
    expect(shown.getByRole('list', { name: 'How to add it' })).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'I have added it' }))
    expect(screen.queryByText(URL)).toBeNull()
    expect(shown.getByRole('textbox', { name: NAME })).toHaveValue('')
    expect(shown.getByText('Phone')).toBeVisible()
  })

  it('need a name, and keep what was typed when making one fails', async () => {
    const { api, user } = open([], { createFeed: refusal(500) })
    const shown = await section()
    const field = await shown.findByRole('textbox', { name: NAME })
    await user.click(shown.getByRole('button', { name: 'Make a link' }))
    expect(field).toHaveAccessibleDescription(/Please say what the link is for\./)
    expect(api.calls('createFeed')).toEqual([])
    await user.type(field, 'Phone')
    await user.click(shown.getByRole('button', { name: 'Make a link' }))
    expect(await screen.findByText('Error making the link, please try again.')).toBeVisible()
    expect(field).toHaveValue('Phone')
  })

  it('end after a question', async () => {
    let feeds = [aFeed()]
    const { api, user } = open(() => feeds, {
      revokeFeed: () => {
        feeds = []
        return {}
      },
    })
    const shown = await section()
    const end = await shown.findByRole('button', { name: 'End the link for Phone' })
    await user.click(end)
    const dialog = async () =>
      within(await screen.findByRole('dialog', { name: 'End the calendar link' }))
    await user.click((await dialog()).getByRole('button', { name: 'No' }))
    expect(api.calls('revokeFeed')).toEqual([])
    await user.click(end)
    await user.click((await dialog()).getByRole('button', { name: 'Yes' }))
    expect(await shown.findByText('You have no calendar links yet.')).toBeVisible()
    expect(await screen.findByText('The link is ended.')).toBeVisible()
    expect(api.calls('revokeFeed')).toMatchObject([{ path: '/users/calendar/1' }])
  })

  it('are ten at most', async () => {
    open(Array.from({ length: FEEDS_MAX }, (_, place) => aFeed({ id: id(place + 1) })))
    const shown = await section()
    expect(await shown.findByText(/You have 10 links, which is the most/)).toBeVisible()
    expect(shown.queryByRole('textbox')).toBeNull()
  })

  it('that cannot be loaded offer to try again', async () => {
    open(() => refusal(500))
    expect(await (await section()).findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
