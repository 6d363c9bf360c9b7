import { screen, waitFor, within } from '@testing-library/react'
import type { GroupOpening, JoinRequest, OpenGroup } from '#contract/openings.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { openDashboard } from './openDashboard.tsx'
import { group, page, part } from './openGroup.tsx'

const OFFERED = { getProfile: aProfile({ features: ['openings', 'group_page'] }) }
const open = (over: Partial<OpenGroup> = {}): OpenGroup => ({
  id: id(9),
  group_name: 'Rooks',
  owner: 'Olwen',
  crest: null,
  players: 3,
  next_start: null,
  plays: 'The lantern road',
  languages: ['de', 'en'],
  mode: 'both',
  place: 'Vienna',
  rhythm: 'Weekly',
  beginners: true,
  content_notes: 'Spiders',
  free: 2,
  ...over,
})
const request = (over: Partial<JoinRequest> = {}): JoinRequest => ({
  id: id(5),
  group_id: id(9),
  group_name: 'Rooks',
  crest: null,
  message: '',
  answer: 'open',
  sentence: '',
  asked_at: '2026-03-02T10:00:00.000Z',
  invite_id: null,
  again_at: null,
  ...over,
})
const listed = (groups: OpenGroup[], next: number | null = null) => ({ groups, next })
const found = (groups: OpenGroup[], requests: JoinRequest[] = []) => ({
  ...OFFERED,
  listOpenings: listed(groups),
  listJoinRequests: requests,
})

const groups = (count: number) =>
  Array.from({ length: count }, (_, at) => open({ id: id(at + 20), group_name: `Rooks ${at + 1}` }))
const isBefore = (a: Element, b: Element) =>
  Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('Groups that look for players (behaviour 12.20)', () => {
  it('are not there without an announcement', async () => {
    const { api } = openDashboard()
    await screen.findByText('You currently have no groups.')
    expect(screen.queryByText('Groups looking for players')).toBeNull()
    expect(api.calls('listOpenings')).toEqual([])
  })

  it('are reported, and their owners blocked, in a menu', async () => {
    const features = ['openings', 'group_page', 'reports', 'blocks'] as const
    const { api, user } = openDashboard({
      ...found([open()]),
      getProfile: aProfile({ features: [...features] }),
      listBlocks: [],
      report: {},
    })
    await user.click(await screen.findByRole('button', { name: 'More for Rooks' }))
    await screen.findByRole('menuitem', { name: 'Block Olwen' })
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(items).toEqual(['Report search for players', 'Report name Olwen', 'Block Olwen'])
    await user.click(screen.getByRole('menuitem', { name: 'Report search for players' }))
    await user.click(await screen.findByRole('button', { name: /^What’s wrong/ }))
    await user.click(screen.getByRole('option', { name: 'Private data' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    const body = { kind: 'opening', id: 9, reason: 'private', line: '' }
    await waitFor(() => expect(api.calls('report')).toMatchObject([{ body }]))
  })

  it('follow the empty list of groups, above the field for a new one', async () => {
    openDashboard(found([open()]))
    const card = await screen.findByRole('article', { name: 'Rooks' })
    for (const fact of [
      'The lantern road',
      'German and English',
      'Online and in person, Vienna',
      'Weekly',
      'Spiders',
      'Olwen',
      'Beginners welcome',
    ])
      expect(within(card).getByText(fact)).toBeVisible()
    const empty = screen.getByText('You currently have no groups.')
    const field = screen.getByRole('textbox', { name: 'New group name' })
    expect([isBefore(empty, card), isBefore(card, field)]).toEqual([true, true])
  })

  it('are behind a button for members of a group, and nothing is called before it is pressed', async () => {
    const { api, user } = openDashboard({ ...found([open()]), listGroups: [group('member')] })
    const button = await screen.findByRole('button', { name: 'Groups looking for players' })
    expect(api.calls('listOpenings')).toEqual([])
    await user.click(button)
    expect(await screen.findByRole('article', { name: 'Rooks' })).toBeVisible()
  })

  it('are asked with a line, and the request is shown and withdrawn', async () => {
    const { api, user } = openDashboard(found([open()]))
    await user.click(await screen.findByRole('button', { name: 'Ask to join Rooks' }))
    const field = screen.getByRole('textbox', { name: 'Message (optional)' })
    expect(field).toHaveFocus()
    await user.type(field, 'May I?')
    api.respond({ askToJoin: reply(201, request()), listJoinRequests: [request()] })
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    const mine = within(await screen.findByRole('list', { name: 'Your requests' }))
    expect(mine.getByText('Waiting for an answer, sent')).toBeVisible()
    expect(screen.getByText('You asked to join.')).toBeVisible()
    expect(api.calls('askToJoin')).toMatchObject([
      { path: '/rpggroups/openings/9/ask/', body: { message: 'May I?' } },
    ])
    api.respond({ withdrawJoinRequest: {}, listJoinRequests: [] })
    await user.click(mine.getByRole('button', { name: 'Withdraw your request to Rooks' }))
    expect(await screen.findByRole('button', { name: 'Ask to join Rooks' })).toBeVisible()
  })

  it('keep the typed line when they refuse', async () => {
    const { user } = openDashboard({ ...found([open()]), askToJoin: refusal(409, 'no_free_place') })
    await user.click(await screen.findByRole('button', { name: 'Ask to join Rooks' }))
    const field = screen.getByRole('textbox', { name: 'Message (optional)' })
    await user.type(field, 'May I?')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByText('No place is free in this group right now.')).toBeVisible()
    expect(field).toHaveValue('May I?')
  })

  it('are joined by one press once they have accepted, by the ordinary invite', async () => {
    const accepted = request({ answer: 'accepted', invite_id: id(7) })
    const { api, user } = openDashboard(found([], [accepted]))
    await user.click(await screen.findByRole('button', { name: 'Join Rooks' }))
    await waitFor(() => expect(api.calls('acceptInvite')[0]?.path).toBe('/rpggroups/accept/7'))
  })

  it('give their sentence with a refusal, and say when to ask again', async () => {
    const declined = request({
      answer: 'declined',
      sentence: 'We are full of elves',
      again_at: '2026-04-01T10:00:00.000Z',
    })
    openDashboard(found([open()], [declined]))
    expect(await screen.findByText('We are full of elves')).toBeVisible()
    const card = within(screen.getByRole('article', { name: 'Rooks' }))
    expect(card.queryByRole('button')).toBeNull()
    expect(card.getByText('Declined. You can ask again from')).toBeVisible()
  })

  it('are three in an empty tab, and all of them after a press', async () => {
    const { user } = openDashboard(found(groups(5)))
    expect(await screen.findAllByRole('article')).toHaveLength(3)
    expect(screen.queryByRole('searchbox', { name: 'Search groups' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more groups' }))
    expect(screen.getAllByRole('article')).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Show more groups' })).toBeNull()
  })

  it('are filtered from six on, and further ones are fetched on demand', async () => {
    const { api, user } = openDashboard(found(groups(6)))
    await screen.findByRole('article', { name: 'Rooks 1' })
    api.respond({ listOpenings: listed([open({ group_name: 'Crows' })], 3) })
    await user.click(screen.getByRole('button', { name: 'Where Anywhere' }))
    await user.click(screen.getByRole('option', { name: 'Online' }))
    await user.click(screen.getByRole('checkbox', { name: 'Beginners welcome' }))
    expect(await screen.findByRole('article', { name: 'Crows' })).toBeVisible()
    const filters = { mode: 'online', beginners: 'yes' }
    await waitFor(() => expect(api.calls('listOpenings').at(-1)?.query).toEqual(filters))
    const more = await screen.findByRole('button', { name: 'Show more groups' })
    api.respond({ listOpenings: listed([open({ id: id(2), group_name: 'Jays' })]) })
    await user.click(more)
    expect(await screen.findByRole('article', { name: 'Jays' })).toBeVisible()
    expect(api.calls('listOpenings').at(-1)?.query).toMatchObject({ before: '3' })
    api.respond({ listOpenings: listed([]) })
    await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'elves')
    expect(await screen.findByText('No group matches. Try other filters.')).toBeVisible()
  })
})

const opening = {
  plays: 'The lantern road',
  languages: ['en'],
  mode: 'online' as const,
  place: '',
  rhythm: '',
  beginners: true,
  content_notes: '',
  free: 2,
  version: 1,
}
const waiting = [{ id: id<never>(5), name: 'Ada', message: 'May I?', asked_at: '2026-03-02' }]

async function openOwn(view: GroupOpening, at: string, responses: object = {}) {
  const opened = openDashboard({
    ...OFFERED,
    listGroups: [group('owner')],
    listInviteLinks: [],
    getGroupPage: page(),
    getOpening: view,
    ...responses,
  })
  await opened.user.click(await screen.findByRole('button', { name: /Ravens/ }))
  await opened.user.click(part(at))
  return opened
}

describe('A group that looks for players, for its owner (behaviour 12.20)', () => {
  it('is opened by a form, which says what is missing', async () => {
    const { api, user } = await openOwn({ opening: null, requests: [] }, 'Manage')
    await user.click(await screen.findByRole('button', { name: 'Look for players' }))
    const form = within(screen.getByRole('form', { name: 'Look for players' }))
    const places = form.getByRole('spinbutton', { name: 'Free places' })
    await user.clear(places)
    await user.type(places, '0')
    await user.click(form.getByRole('button', { name: 'Save and list' }))
    expect(form.getByText('Please say what you play.')).toBeVisible()
    expect(form.getByText('Please enter a number from 1 to 49.')).toBeVisible()
    await user.clear(places)
    await user.type(places, '2')
    await user.type(form.getByRole('textbox', { name: 'What you play' }), 'The lantern road')
    api.respond({ saveOpening: { opening, requests: [] } })
    await user.click(form.getByRole('button', { name: 'Save and list' }))
    const shown = await screen.findByRole('region', { name: 'The group is looking for players' })
    expect(shown).toHaveTextContent('2 free places. Others find the group in their Groups tab.')
    expect(api.calls('saveOpening')[0]?.body).toEqual({
      plays: 'The lantern road',
      languages: ['en'],
      mode: 'online',
      place: '',
      rhythm: '',
      beginners: true,
      content_notes: '',
      places: 2,
      version: 0,
    })
  })

  it('keeps what was typed when somebody else has changed it, and saves over the newer version', async () => {
    const { api, user } = await openOwn({ opening, requests: [] }, 'Manage')
    await user.click(
      await screen.findByRole('button', { name: 'Change what you say about your group' }),
    )
    const plays = screen.getByRole('textbox', { name: 'What you play' })
    await user.type(plays, ', part two')
    const newer = { ...opening, plays: 'Theirs', version: 4 }
    api.respond({
      saveOpening: refusal(409, 'page_changed'),
      getOpening: { opening: newer, requests: [] },
    })
    await user.click(screen.getByRole('button', { name: 'Save and list' }))
    expect(await screen.findByText('Theirs')).toBeVisible()
    expect(plays).toHaveValue('The lantern road, part two')
    api.respond({ saveOpening: { opening: newer, requests: [] } })
    await user.click(screen.getByRole('button', { name: 'Save and list' }))
    await waitFor(() => expect(api.calls('saveOpening').at(-1)?.body).toMatchObject({ version: 4 }))
  })

  it('stops looking after a question', async () => {
    const { api, user } = await openOwn({ opening, requests: [] }, 'Manage')
    await user.click(await screen.findByRole('button', { name: 'Stop looking' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop looking for players' }))
    api.respond({ closeOpening: { opening: null, requests: [] } })
    await user.click(dialog.getByRole('button', { name: 'Stop looking' }))
    expect(await screen.findByRole('button', { name: 'Look for players' })).toBeVisible()
  })

  it('sees who waits on the closed row, on "Members" and in what is coming up, before the members', async () => {
    const none = { items: [], total: 0 }
    const asked = (requests: number) => [
      group('owner', { page: { crest: null, role: 'owner', has_note: false, requests } }),
    ]
    const row = { group_id: id<never>(4), group_name: 'Ravens', count: 2 }
    const { api, user } = openDashboard({
      getProfile: aProfile({ features: ['openings', 'group_page', 'next'] }),
      getUpcoming: {
        ...{ dates: none, polls: none, invites: none, entries: none },
        requests: { items: [row], total: 1 },
      },
      listGroups: asked(2),
      listInviteLinks: [],
      getGroupPage: page(),
      getOpening: { opening, requests: waiting },
    })
    const button = await screen.findByRole('button', { name: 'Ravens (2 members)' })
    expect(
      within(screen.getByRole('list', { name: 'Groups' })).getByRole('listitem'),
    ).toHaveTextContent('2 requests to join')
    const coming = within(await screen.findByRole('region', { name: 'Coming up' }))
    expect(await coming.findByRole('link', { name: 'Ravens 2 requests to join' })).toHaveAttribute(
      'href',
      '/discordia/dashboard?group=4&part=members#group-4',
    )
    await user.click(button)
    await user.click(part('Members (2 requests to join)'))
    const requests = await screen.findByRole('list', { name: 'Requests to join' })
    expect(isBefore(requests, screen.getByRole('list', { name: 'Members' }))).toBe(true)
    await user.click(within(requests).getByRole('button', { name: 'Decline Ada' }))
    api.respond({ declineJoinRequest: { opening, requests: [] }, listGroups: asked(0) })
    await user.click(screen.getByRole('button', { name: 'Decline request' }))
    await waitFor(() => expect(part('Members')).toHaveAttribute('aria-current', 'true'))
  })

  it('accepts a request, or declines it with a sentence', async () => {
    const { api, user } = await openOwn({ opening, requests: waiting }, 'Members')
    const requests = within(await screen.findByRole('list', { name: 'Requests to join' }))
    expect(requests.getByText('May I?')).toBeVisible()
    await user.click(requests.getByRole('button', { name: 'Decline Ada' }))
    const form = within(screen.getByRole('form', { name: 'Decline the request of Ada' }))
    await user.click(form.getByRole('button', { name: 'Keep request' }))
    await user.click(requests.getByRole('button', { name: 'Decline Ada' }))
    await user.type(screen.getByRole('textbox', { name: 'Answer (optional)' }), 'Next year')
    api.respond({ declineJoinRequest: refusal(404, 'join_request_not_found') })
    await user.click(screen.getByRole('button', { name: 'Decline request' }))
    expect(await screen.findByText('This request has been withdrawn or answered.')).toBeVisible()
    expect(api.calls('declineJoinRequest')[0]?.body).toEqual({ sentence: 'Next year' })
    await user.click(screen.getByRole('button', { name: 'Keep request' }))
    api.respond({ acceptJoinRequest: refusal(409, 'too_many_invites') })
    await user.click(requests.getByRole('button', { name: 'Accept Ada' }))
    expect(await screen.findByText(/^This user has too many open invites/)).toBeVisible()
    api.respond({ acceptJoinRequest: { opening, requests: [] } })
    await user.click(requests.getByRole('button', { name: 'Accept Ada' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Requests to join' })).toBeNull())
    expect(api.calls('acceptJoinRequest')[0]?.path).toBe('/rpggroups/join-requests/5/accept/')
  })
})
