import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { MemberInvite } from '#contract/memberInvites.ts'
import { listOf, memberInvites } from '#desk/member-invites/memberInvites.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const rowOf = (row: number, email: string, result: string) => ({
  ...{ row, email, name: null, group: null, result },
})
const ROWS = [rowOf(1, 'ada@example.org', 'will_invite'), rowOf(2, 'nothing', 'no_address')]
const LIST = 'ada@example.org\nnothing'

const { list: InvitesList, create: InviteList } = memberInvites

const openList = (responses: Parameters<typeof renderInDesk>[1]) =>
  renderInDesk(<InviteList />, { resource: 'member-invites', ...responses })
const table = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

describe('the page that invites by a list', () => {
  test('checks a pasted list, then asks and sends it, and shows what has become of each row', async () => {
    const sent: unknown[] = []
    const { user } = openList({
      responses: {
        'POST /member-invites/check': { rows: ROWS },
        'POST /member-invites': ({ body }: Sent) => {
          sent.push(body)
          return { rows: ROWS }
        },
      },
    })
    const check = screen.getByRole('button', { name: 'Check the list' })
    expect(check).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('textbox', { name: 'List, one person a line' }))
    await user.paste(LIST)
    await user.click(check)
    expect(await table()).toEqual([
      ['1', 'ada@example.org', '', '', 'Will be invited'],
      ['2', 'nothing', '', '', 'No email address'],
    ])
    expect(screen.getByText('Will be invited: 1 · No email address: 1')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send invites' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite 1 person?' })
    expect(sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send invites' }))
    await waitFor(() => expect(sent).toEqual([{ list: LIST }]))
    expect((await table())[0]?.at(-1)).toBe('Invited')
    expect(screen.queryByRole('button', { name: 'Send invites' })).toBeNull()
  })

  test('a change of the list needs another check', async () => {
    const { user } = openList({ responses: { 'POST /member-invites/check': { rows: ROWS } } })
    const text = screen.getByRole('textbox')
    await user.click(text)
    await user.paste(LIST)
    await user.click(screen.getByRole('button', { name: 'Check the list' }))
    await screen.findByRole('button', { name: 'Send invites' })
    await user.type(text, 'x')
    expect(screen.queryByRole('button', { name: 'Send invites' })).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('a refusal is shown and keeps the list', async () => {
    const { user } = openList({
      responses: { 'POST /member-invites/check': () => refused(400, 'This list is too long.') },
    })
    const text = screen.getByRole('textbox')
    await user.click(text)
    await user.paste(LIST)
    await user.click(screen.getByRole('button', { name: 'Check the list' }))
    expect(await screen.findByText('This list is too long.')).toBeVisible()
    expect(text).toHaveValue(LIST)
    expectComplaint(/HttpError/)
  })

  test('reads a file into the list, and says when it cannot', async () => {
    const { user } = openList({})
    const choose = (bytes: number[]) => {
      const file = new File([new Uint8Array(bytes)], 'people.csv', { type: 'text/csv' })
      // jsdom's own files have no bytes to read.
      Object.assign(file, { arrayBuffer: async () => new Uint8Array(bytes).buffer })
      return user.upload(screen.getByLabelText(/File with the list/), file)
    }
    await choose([0xff, 0xfe, 0x61, 0, 0x40, 0, 0x62, 0])
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('a@b'))
    await choose([0xc3, 0x28])
    expect(await screen.findByText(/We couldn’t read this file/)).toBeVisible()
    expect(screen.getByRole('textbox')).toHaveValue('a@b')
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'c@d' } })
    expect(screen.queryByText(/We couldn’t read this file/)).toBeNull()
  })
})

test.each([
  ['UTF-8', [0x61, 0xc3, 0xa4], 'aä'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16', [0xff, 0xfe, 0x61, 0, 0xe4, 0], 'aä'],
  ['UTF-16 in the other order', [0xfe, 0xff, 0, 0x61, 0, 0xe4], 'aä'],
  ['another encoding', [0x61, 0xe4], null],
])('a file in %s is read', (_what, bytes, text) => {
  expect(listOf(new Uint8Array(bytes))).toBe(text)
})

describe('the list of invites', () => {
  const invite: MemberInvite = {
    ...{ id: 1, email: 'ada@example.org', name: 'Ada', state: 'invited', group: null },
    ...{ member: null, invited_by: { id: 1, username: 'Root' }, reminded_at: null },
    ...{ created_at: '2026-03-01T10:00:00.000Z', expires_at: '2026-03-31T10:00:00.000Z' },
    answered_at: null,
  }
  const open = (rows: readonly MemberInvite[], responses = {}) =>
    renderInDesk(<InvitesList />, {
      resource: 'member-invites',
      responses: { 'GET /member-invites': rows, ...responses },
    })

  test('shows who came with a link, and no address of who came, refused or was taken back', async () => {
    const none = { email: null, name: null }
    open([
      { ...invite, ...none, id: 2, state: 'came', member: { id: 7, username: 'Bo' } },
      { ...invite, ...none, id: 3, state: 'refused' },
    ])
    expect(await screen.findByRole('link', { name: 'Bo' })).toHaveAttribute(
      'href',
      '/members/7/show',
    )
    expect(screen.getByText('Address deleted')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
  })

  test('an open invite is taken back after a question', async () => {
    const sent: unknown[] = []
    const { user } = open([{ ...invite, state: 'reminded' }], {
      'POST /member-invites/1/take-back': ({ body }: Sent) => {
        sent.push(body)
        return { ...invite, state: 'ended' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    const dialog = await screen.findByRole('dialog', {
      name: 'Take back the invite to ada@example.org?',
    })
    expect(sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
    expect(await screen.findByText('The invite is taken back.')).toBeVisible()
    expect(sent).toHaveLength(1)
  })
})
