import { screen, waitFor, within } from '@testing-library/react'
import type { GroupId, NoticeId } from '#contract/ids.ts'
import type { Notice } from '#contract/schemas/groups.ts'
import { aGroup, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const aNotice = (over: Partial<Notice> = {}): Notice => ({
  id: id<NoticeId>(1),
  kind: 'accepted',
  name: 'bram',
  happened_at: '2026-05-04T12:00:00.000Z',
  ...over,
})
const told = aGroup({
  id: id<GroupId>(3),
  notices: [
    aNotice({ id: id(8), kind: 'left' }),
    aNotice({ id: id(7), kind: 'accepted' }),
    aNotice({ id: id(6), kind: 'rejected', name: 'orla' }),
  ],
})
const dismissal = () => screen.findByRole('button', { name: 'Dismiss' })

describe('what happened in a group since its owner last looked', () => {
  it('is shown below its name, closed and open, with the day', async () => {
    const { user } = openDashboard({ listGroups: [told] })
    const left = await screen.findByText(/bram left the group\./)
    expect(left.parentElement).toHaveTextContent('4 May 2026')
    expect(screen.getByText(/bram accepted your invite\./)).toBeVisible()
    expect(screen.getByText(/orla rejected your invite\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ravens (1 member)' }))
    expect(screen.getAllByText(/bram left the group\./)).toHaveLength(1)
  })

  it('informs a new owner', async () => {
    openDashboard({ listGroups: [{ ...told, notices: [aNotice({ kind: 'owner_left' })] }] })
    expect(await screen.findByText(/bram left\. You own the group now\./)).toBeVisible()
  })

  it('disappears at once when it is dismissed, up to the newest visible one, and leaves the focus nearby', async () => {
    const answer = later<Response>()
    const { user, api } = openDashboard({
      listGroups: [told],
      dismissNotices: () => answer.promise,
    })
    await user.click(await dismissal())
    await waitFor(() => expect(screen.queryAllByText(/bram/)).toEqual([]))
    expect(document.body).not.toHaveFocus()
    answer.resolve(reply(200, {}))
    await waitFor(() =>
      expect(api.calls('dismissNotices')).toMatchObject([{ body: { group_id: 3, up_to: 8 } }]),
    )
    expect(notifications().queryByRole('status')).not.toBeInTheDocument()
  })

  it('comes back when dismissing fails', async () => {
    const { user } = openDashboard({ listGroups: [told], dismissNotices: refusal(500) })
    await user.click(await dismissal())
    expect(await screen.findByText(/bram left the group\./)).toBeVisible()
  })

  it.each([
    ['sends none', undefined],
    ['sends something else', 'none'],
    ['sends kinds that are not known here', [{ ...aNotice(), kind: 'promoted' }]],
  ])('is not there for a server that %s', async (_what, notices) => {
    openDashboard({ listGroups: [{ ...aGroup(), notices }] })
    expect(await screen.findByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
    const list = within(screen.getByRole('list', { name: 'Groups' }))
    expect(list.getAllByRole('button')).toHaveLength(1)
  })
})

describe('mails about invites', () => {
  const openSettings = (answers: Parameters<typeof openDashboard>[0]) =>
    openDashboard(answers, { at: '/discordia/dashboard?tab=settings' })

  it('are stopped and started by a switch of their own', async () => {
    const { user, api } = openSettings({
      getPreferences: { email_notifications: false, invite_mails: true },
      savePreferences: {},
    })
    const stop = await screen.findByRole('button', { name: 'Stop these mails' })
    // What is picked above and not saved yet is another matter.
    await user.click(screen.getByRole('checkbox'))
    api.answer({ getPreferences: { email_notifications: false, invite_mails: false } })
    await user.click(stop)
    expect(await screen.findByRole('button', { name: 'Send me these mails' })).toBeVisible()
    expect(screen.getByText(/You get no mail when somebody invites you/)).toBeVisible()
    expect(screen.getByRole('checkbox')).toBeChecked()
    expect(api.calls('savePreferences')).toMatchObject([
      { body: { email_notifications: false, invite_mails: false } },
    ])
  })

  it('are not spoken of where the server does not', async () => {
    openSettings({ getPreferences: { email_notifications: false } })
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
    expect(screen.queryByText(/invites you/)).not.toBeInTheDocument()
  })
})
