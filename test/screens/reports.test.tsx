import { screen, waitFor, within } from '@testing-library/react'
import type { Feature } from '#contract/sets.ts'
import { anInvite, aProfile, asMember } from '#test/helpers/fixtures/siteState.ts'
import { refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'
import { openGlossary, titles } from './openGlossary.tsx'
import { openCard, page, part } from './openGroup.tsx'

type Responses = Parameters<typeof openDashboard>[0]
type User = Awaited<ReturnType<typeof openCard>>['user']

const profile = (...features: Feature[]) => ({
  getProfile: aProfile({ username: 'Mara', features: ['group_page', ...features] }),
})
async function openMembers(responses: Responses = {}) {
  const own = { ...profile('reports'), report: () => reply(201, {}), ...responses }
  const opened = await openCard(page({ role: 'member' }), own, 'member')
  await opened.user.click(part('Members'))
  return opened
}
async function choose(user: User, about: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${about}` }))
  await user.click(screen.getByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog', { name: item }))
}
const reasonIn = (dialog: ReturnType<typeof within>) =>
  dialog.getByRole('button', { name: /^What’s wrong/ })
async function fill(user: User, dialog: ReturnType<typeof within>) {
  await user.click(reasonIn(dialog))
  await user.click(dialog.getByRole('option', { name: 'Spam or advertising' }))
  await user.type(dialog.getByRole('textbox'), 'Look at the name')
}
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send report' }))

describe('Reports (behaviour 12.34)', () => {
  it('take a reason and a line, and end with a toast', async () => {
    const { api, user } = await openMembers()
    const dialog = await choose(user, 'Finn', 'Report name Finn')
    await waitFor(() => expect(reasonIn(dialog)).toHaveFocus())
    expect(dialog.getByText(/we never say who reported something/)).toBeVisible()
    await send(user)
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason.')
    expect(api.calls('report')).toEqual([])
    await fill(user, dialog)
    await send(user)
    expect(await notifications().findByRole('status')).toHaveTextContent('Thanks for your report.')
    const body = { kind: 'name', name: 'Finn', reason: 'spam', line: 'Look at the name' }
    expect(api.calls('report').map((call) => call.body)).toEqual([body])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [409, 'reported_already', 'You’ve reported this.', 'You’ve reported this.'],
    [409, 'too_many_reports', '20 are still waiting.', '20 are still waiting.'],
    [404, 'not_found', 'Not found.', /^This no longer exists/],
    [500, 'error', 'Error.', 'We couldn’t send it. Try again.'],
  ])('keep what was typed when they are refused: %s %s', async (status, code, detail, text) => {
    const { user } = await openMembers({ report: refusal(status, code, detail) })
    const dialog = await choose(user, 'Finn', 'Report name Finn')
    await fill(user, dialog)
    await send(user)
    expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByRole('textbox')).toHaveValue('Look at the name')
    await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
    const again = await choose(user, 'Finn', 'Report name Finn')
    expect(again.getByRole('textbox')).toHaveValue('Look at the name')
    expect(reasonIn(again)).toHaveTextContent('Spam or advertising')
  })

  it('are not there without an announcement, nor about oneself', async () => {
    const { unmount } = await openMembers(profile())
    await screen.findByText('Owner', { selector: 'li span' })
    expect(screen.queryByRole('button', { name: /More for/ })).toBeNull()
    unmount()
    await openMembers()
    await screen.findByRole('button', { name: 'More for Finn' })
    expect(screen.queryByRole('button', { name: 'More for Mara' })).toBeNull()
  })

  it('are about the page of a group of another owner', async () => {
    const { getProfile } = { getProfile: aProfile({ features: ['group_page', 'reports'] }) }
    const { api, user } = await openCard(
      page({ role: 'member' }),
      { getProfile, report: () => reply(201, {}) },
      'member',
    )
    await user.click(part('About'))
    const dialog = await choose(user, 'Ravens', 'Report group page')
    await fill(user, dialog)
    await send(user)
    await waitFor(() =>
      expect(api.calls('report')[0]?.body).toMatchObject({ kind: 'group', id: 4 }),
    )
  })

  it('are about the sender of an invite', async () => {
    const { user } = openDashboard(
      { ...profile('reports'), listInvites: [anInvite({ group_leader: 'Bram' })] },
      { at: '/discordia/dashboard?tab=invites' },
    )
    expect(await choose(user, 'Bram', 'Report name Bram')).toBeDefined()
  })
})

describe('Reports in the glossary', () => {
  const openEntry = async (responses: Responses, isMember = true) => {
    const opened = openGlossary(responses, isMember ? { state: asMember() } : {})
    const [first] = await titles()
    await opened.user.click(await screen.findByRole('button', { name: String(first) }))
    return { ...opened, title: String(first) }
  }

  it('are about an entry', async () => {
    const { user, title, api } = await openEntry({
      ...profile('reports'),
      listGlossarySubEntries: [],
      report: () => reply(201, {}),
    })
    const dialog = await choose(user, title, 'Report entry')
    expect(dialog.getByText(title)).toBeVisible()
    await fill(user, dialog)
    await send(user)
    await waitFor(() => expect(api.calls('report')[0]?.body).toMatchObject({ kind: 'entry' }))
  })

  it('ask visitors for no profile', async () => {
    const { api } = await openEntry({ listGlossarySubEntries: [] }, false)
    expect(await screen.findByRole('button', { name: 'minimize' })).toBeVisible()
    expect(api.calls('getProfile')).toEqual([])
  })
})

describe('A letter to the team', () => {
  const open = (answer: unknown) =>
    openDashboard(
      {
        ...profile('reports'),
        getPreferences: { email_notifications: true },
        writeToTeam: () => answer,
      },
      { at: '/discordia/dashboard?tab=settings&section=letter#section-letter' },
    )
  const box = () => screen.findByRole('textbox', { name: 'Message' })

  it('is written in the settings, and answered by email', async () => {
    const { api, user } = open(reply(201, {}))
    await user.click(await screen.findByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('Write a message first.')).toBeVisible()
    await user.type(await box(), 'Who is the host?')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('Thanks for writing. We’ll answer by email.')).toBeVisible()
    expect(api.calls('writeToTeam')[0]?.body).toEqual({ text: 'Who is the host?' })
    expect(await box()).toHaveValue('')
  })

  it('stays in the form when it is refused', async () => {
    const { user } = open(refusal(409, 'too_many_reports', '5 of your letters wait.'))
    await user.type(await box(), 'Who is the host?')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('5 of your letters wait.')).toBeVisible()
    expect(await box()).toHaveValue('Who is the host?')
  })
})
