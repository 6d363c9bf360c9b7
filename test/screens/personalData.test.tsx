import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import type { Deletion, Export } from '#contract/schemas/personalData.ts'
import { ToastLayer } from '#src/app/shell/ToastLayer.tsx'
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx'
import { ownerConfirmed } from '#src/store/session/stepUpSlice.ts'
import { aStepUp } from '#test/helpers/fixtures/security.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const PROFILE = { username: 'wren', email: 'wren@example.org', is_staff: false }
const DUE = '2026-06-15T12:00:00.000Z'
const archive = (over: Partial<Export> = {}): Export => ({
  state: 'none',
  requested_at: null,
  expires_at: null,
  size: null,
  ...over,
})
const deletion = (over: Partial<Deletion> = {}): Deletion => ({
  due_at: null,
  groups: [],
  kept_entries: 0,
  deleted_entries: 0,
  ...over,
})

function open(answers: Parameters<typeof fakeApi>[0] = {}, isConfirmed = true) {
  toast.remove()
  const api = fakeApi({
    getProfile: { ...PROFILE, features: ['my_data'] },
    getPreferences: { email_notifications: true },
    listInvites: [],
    getExport: archive(),
    getDeletion: deletion(),
    ...answers,
  })
  const page = renderWithStore(
    <>
      <DashboardPage />
      <ToastLayer />
    </>,
    { state: asMember(), at: '/discordia/dashboard?tab=settings' },
  )
  if (isConfirmed) page.store.dispatch(ownerConfirmed(aStepUp()))
  return { api, ...page }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))

describe('the archive with the member’s data', () => {
  test('is requested, and the section says that it is being made', async () => {
    const { api, user } = open({ requestExport: archive({ state: 'pending' }) })
    const data = await section('Your data')
    const button = await data.findByRole('button', { name: 'Request your data' })
    api.answer({ getExport: archive({ state: 'pending' }) })
    await user.click(button)
    expect(await toasts().findByText('Your archive is being made.')).toBeVisible()
    await waitFor(() =>
      expect(data.getByRole('status')).toHaveTextContent('Your archive is being made.'),
    )
    expect(data.queryByRole('button')).toBeNull()
  })

  test('is downloaded by a link that is made for it, after a confirmation', async () => {
    const ready = archive({ state: 'ready', expires_at: DUE, size: 3_500_000 })
    const { api, user } = open({ getExport: ready, linkToExport: { ticket: 'a-ticket' } })
    const clicked = jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    const data = await section('Your data')
    expect(await data.findByText(/is ready \(3\.3 MB\)/)).toBeVisible()
    await user.click(data.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    const [link] = clicked.mock.contexts as HTMLAnchorElement[]
    expect(new URL(link?.href ?? '').pathname).toMatch(/\/users\/my-data\/file\/a-ticket$/)
    expect(link?.download).toBe('discordia-my-data.zip')
    expect(api.calls('linkToExport')[0]?.headers.get('x-step-up')).toBe('step-up-1')
    clicked.mockRestore()
  })

  test('that is gone is offered anew', async () => {
    const ready = archive({ state: 'ready', expires_at: DUE, size: 100 })
    const { api, user } = open({ getExport: ready, linkToExport: refusal(404, 'not_found') })
    const data = await section('Your data')
    const button = await data.findByRole('button', { name: 'Download' })
    api.answer({ getExport: archive() })
    await user.click(button)
    expect(await toasts().findByText(/Error downloading your data/)).toBeVisible()
    expect(await data.findByRole('button', { name: 'Request your data' })).toBeVisible()
  })

  test('that could not be made says so', async () => {
    open({ getExport: archive({ state: 'failed' }) })
    const data = await section('Your data')
    expect(await data.findByText(/could not be made/)).toBeVisible()
    expect(data.getByRole('button', { name: 'Request your data' })).toBeVisible()
  })
})

describe('the deletion of the account', () => {
  test('says what will happen before it asks', async () => {
    open({
      getDeletion: deletion({
        groups: [
          { name: 'Ravens', new_owner: 'otter' },
          { name: 'Herons', new_owner: null },
        ],
        kept_entries: 2,
        deleted_entries: 1,
      }),
    })
    const list = await (await section('Delete your account')).findByRole('list', {
      name: 'What will happen',
    })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Your account, your settings, order details, messages and memberships are erased.',
      '"otter" becomes the owner of the group "Ravens".',
      'The group "Herons" ends: nobody else is in it.',
      '2 approved entries of the glossary stay, under "a former member".',
      '1 entry that is not approved is deleted.',
    ])
  })

  test('is asked for once more, and can be withdrawn', async () => {
    const { api, user } = open({
      requestDeletion: deletion({ due_at: DUE }),
      withdrawDeletion: deletion(),
    })
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    expect(api.calls('requestDeletion')).toEqual([])

    await user.click(part.getByRole('button', { name: 'Delete my account' }))
    api.answer({
      getDeletion: deletion({ due_at: DUE }),
      getProfile: { ...PROFILE, features: ['my_data'], deletion_due_at: DUE },
    })
    const again = within(await screen.findByRole('dialog'))
    await user.click(again.getByRole('button', { name: 'Delete my account' }))
    expect(
      await toasts().findByText('Your account will be deleted. You can still keep it.'),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Keep it' })).toHaveAttribute(
      'href',
      '/discordia/dashboard?tab=settings',
    )

    api.answer({
      getDeletion: deletion(),
      getProfile: { ...PROFILE, features: ['my_data'] },
    })
    await user.click(await part.findByRole('button', { name: 'Keep my account' }))
    expect(await toasts().findByText('Your account stays.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Keep it' })).toBeNull())
  })

  test('of the last superuser is refused in words', async () => {
    const { user } = open({ requestDeletion: refusal(409, 'last_superuser') })
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await toasts().findByText(/You are the last superuser/)).toBeVisible()
  })

  test('needs a confirmation of who asks', async () => {
    const { api, user } = open({ requestDeletion: refusal(403, 'step_up_required') }, false)
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
    expect(api.calls('requestDeletion').length).toBeLessThanOrEqual(1)
  })
})
