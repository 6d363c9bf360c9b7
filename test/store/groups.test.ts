import { waitFor } from '@testing-library/react'
import type { Group } from '#contract/groups.ts'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import type { Feature, Planners } from '#contract/sets.ts'
import { accountApi } from '#src/store/account/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { selectGroupRows } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { logoutChosen, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import {
  aGroup,
  aMember,
  aProfile,
  aSentInvite,
  asMember,
  id,
  TOKENS,
} from '../helpers/fixtures/siteState.ts'
import {
  type FakeCall,
  fakeApi,
  later,
  type RowName,
  refusal,
  reply,
} from '../helpers/screens/fakeApi.ts'

const groups = groupsApi.endpoints
const makeStore = () => setupStore(asMember(), { devTools: false })

/** Makes one call and returns its request. */
async function sent(thunk: unknown, row: RowName, answer: unknown = {}): Promise<FakeCall> {
  const api = fakeApi({ [row]: answer })
  await (makeStore().dispatch as (thunk: unknown) => Promise<unknown>)(thunk)
  const [call, ...others] = api.calls()
  if (!call || others.length > 0) throw new Error('one call was expected')
  return call
}

const { initiate: reject } = groups.rejectInvite
const { initiate: transfer } = groups.transferOwnership
const { initiate: remove } = groups.removeMember
const { initiate: invite } = groups.inviteMember

test.each<[RowName, unknown, string, unknown]>([
  ['listGroups', groups.listGroups.initiate(), 'GET /rpggroups/list', null],
  ['listInvites', groups.listInvites.initiate(), 'GET /rpggroups/list/invites', null],
  ['listMutes', groups.listMutes.initiate(), 'GET /rpggroups/list/mutes', null],
  [
    'createGroup',
    groups.createGroup.initiate({ name: 'A' }),
    'POST /rpggroups/create/',
    { name: 'A' },
  ],
  [
    'removeMember',
    remove({ group_id: id(3), member_id: id(4) }),
    'POST /rpggroups/remove/',
    { group_id: 3, member_id: 4 },
  ],
  ['leaveGroup', groups.leaveGroup.initiate({ id: id(3) }), 'GET /rpggroups/leave/3', null],
  ['disbandGroup', groups.disbandGroup.initiate(id(3)), 'GET /rpggroups/disband/3', null],
  ['acceptInvite', groups.acceptInvite.initiate(id(5)), 'GET /rpggroups/accept/5', null],
  [
    'rejectInvite',
    reject({ id: id(5), group_name: 'A', mute_level: '2w' }),
    'POST /rpggroups/reject/5',
    { mute_level: '2w' },
  ],
  [
    'inviteMember',
    invite({ groupId: id(3), username: 'orla' }),
    'POST /rpggroups/invite/3',
    { username: 'orla' },
  ],
  ['cancelInvite', groups.cancelInvite.initiate(id(5)), 'DELETE /rpggroups/cancel/5', null],
  ['unmute', groups.unmute.initiate(id(6)), 'DELETE /rpggroups/unmute/6', null],
  [
    'transferOwnership',
    transfer({ group_id: id(3), new_owner_id: id(4) }),
    'POST /rpggroups/transfer-ownership/',
    { group_id: 3, new_owner_id: 4 },
  ],
])('%s sends what the table says', async (row, thunk, line, payload) => {
  const { method, path, query, body } = await sent(thunk, row)
  expect(`${method} ${path}`).toBe(line)
  expect({ query, body }).toEqual({ query: {}, body: payload })
})

test('the successor of a leaving owner travels in a header alone', async () => {
  const { initiate: leave } = groups.leaveGroup
  const named = await sent(leave({ id: id(3), new_owner_id: id(4) }), 'leaveGroup')
  expect(named).toMatchObject({ path: '/rpggroups/leave/3', query: {}, body: null })
  expect(named.headers.get('X-New-Owner')).toBe('4')
  const plain = await sent(leave({ id: id(3) }), 'leaveGroup')
  expect(plain.headers.has('X-New-Owner')).toBe(false)
})

test.each([
  ['done', {}],
  ['refused', refusal(404)],
])('after a change that is %s groups, invites and mutes reload (ruling 60)', async (_, answer) => {
  const api = fakeApi({ listGroups: [], listInvites: [], listMutes: [], disbandGroup: answer })
  const store = makeStore()
  await Promise.all([
    store.dispatch(groups.listGroups.initiate()),
    store.dispatch(groups.listInvites.initiate()),
    store.dispatch(groups.listMutes.initiate()),
  ])
  await store.dispatch(groups.disbandGroup.initiate(id(3)))
  await waitFor(() => {
    expect(api.calls('listGroups')).toHaveLength(2)
    expect(api.calls('listInvites')).toHaveLength(2)
    expect(api.calls('listMutes')).toHaveLength(2)
  })
})

test('calls that change data by GET are made each time, never served from the cache', async () => {
  const api = fakeApi({ acceptInvite: { group_name: 'A' } })
  const store = makeStore()
  await store.dispatch(groups.acceptInvite.initiate(id(5)))
  await store.dispatch(groups.acceptInvite.initiate(id(5)))
  expect(api.calls('acceptInvite')).toHaveLength(2)
})

const orla = aMember({ id: id(2), name: 'orla' })
const wren = aMember({ id: id(1), owner: true })

async function storeWith(list: readonly Group[], responses: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ listGroups: list, listInvites: [], listMutes: [], ...responses })
  const store = setupStore(asMember(), { devTools: false })
  await store.dispatch(groups.listGroups.initiate())
  const rows = () => selectGroupRows(store.getState())
  return { store, api, rows }
}

describe('a group that is founded', () => {
  const old = aGroup({ id: id(7) })
  const named = (fields: Partial<Group>) => aGroup({ id: id(9), ...fields })

  async function found(after: readonly Group[]) {
    const page = await storeWith([old], { createGroup: { name: 'Ravens' } })
    page.api.respond({ listGroups: after })
    await page.store.dispatch(groups.createGroup.initiate({ name: 'Ravens' }))
    await waitFor(() => expect(page.api.calls('listGroups')).toHaveLength(2))
    await Promise.all(page.store.dispatch(groupsApi.util.getRunningQueriesThunk()))
    const marked = () => page.rows().flatMap((row) => (row.isNew ? [row.id] : []))
    const expanded = () => page.rows().flatMap((row) => (row.isExpanded ? [row.id] : []))
    return { ...page, marked, expanded }
  }

  test.each<[string, Group[], number[]]>([
    ['is the one that was not there before', [old, named({})], [9]],
    ['is not an older one of the same name behind it', [named({}), old], [9]],
    ['is the last of two that are new', [old, named({ id: id(8) }), named({})], [9]],
    ['is not one of another name', [old, named({ name: 'Herons' })], []],
    ['is not one that somebody else owns', [old, named({ is_owner: false })], []],
  ])('%s', async (_what, after, expected) => {
    const { marked, expanded } = await found(after)
    expect(expanded()).toEqual(expected)
    expect(marked()).toEqual(expected)
  })

  test.each<[string, Partial<Group>]>([
    ['another member', { members: [wren, orla] }],
    ['an open invite', { invites: [aSentInvite()] }],
  ])('has no hint any more with %s, and stays open', async (_what, fields) => {
    const { marked, expanded } = await found([old, named(fields)])
    expect(expanded()).toEqual([9])
    expect(marked()).toEqual([])
  })

  test.each([
    ['it is closed', groupsActions.groupToggled(id(9)), []],
    ['another group is opened', groupsActions.groupToggled(id(7)), [9]],
    ['the tab is left', groupsActions.groupsTabLeft(), []],
  ])('when %s, the hint is gone or not', async (_what, action, expected) => {
    const { store, marked } = await found([old, named({})])
    store.dispatch(action)
    expect(marked()).toEqual(expected)
  })
})

test('notices are hidden up to the one that was dismissed, in that group alone', async () => {
  const notice = (number: number) => ({
    id: id<never>(number),
    kind: 'left' as const,
    name: 'orla',
    happened_at: '2026-03-01',
  })
  const with3 = { notices: [notice(5), notice(4), notice(3)] }
  const list = [aGroup({ id: id(6), ...with3 }), aGroup({ id: id(7), ...with3 })]
  const { store, rows } = await storeWith(list, { dismissNotices: {} })
  const dismissed = { group_id: id<never>(7), up_to: id<never>(4) }
  await store.dispatch(groups.dismissNotices.initiate(dismissed))
  expect(rows().map((row) => row.notices?.map((one) => one.id))).toEqual([[5, 4, 3], [5]])
})

const remembered = () => localStorage.getItem('passkeys')

/** Logs in with a profile that announces these features. */
async function logIn(features: unknown) {
  const api = fakeApi({ login: TOKENS, getProfile: { ...aProfile(), features } })
  const store = setupStore(undefined, { devTools: false })
  const body = { email: 'wren@example.org', password: 'Orchard!7' }
  await store.dispatch(accountApi.endpoints.login.initiate(body))
  await waitFor(() => expect(api.calls('getProfile')).toHaveLength(1))
  await store.dispatch(accountApi.endpoints.getProfile.initiate())
  return store
}

describe('what the profile announces (behaviour 12.2)', () => {
  test('passkeys are remembered over a logout, until a profile comes without them', async () => {
    const features: Feature[] = ['two_step', 'passkeys']
    const store = await logIn(features)
    expect(remembered()).toBe('true')
    store.dispatch(logoutChosen())
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(remembered()).toBe('true')
    await logIn(undefined)
    expect(remembered()).toBeNull()
  })

  test.each([[undefined], [null], ['passkeys'], [{ passkeys: true }], [[null, 7]]])(
    'features %j of another server announce none',
    async (features) => {
      await logIn(features)
      expect(remembered()).toBeNull()
    },
  )
})

const GROUP: GroupId = id(4)
const aPlan = (planners: Planners): Plan => ({
  planners,
  may_plan: true,
  may_choose: true,
  polls: [],
  dates: [],
  later: 0,
})
const { getPlan, choosePlanners } = planningApi.endpoints
const choice = (planners: Planners) => choosePlanners.initiate({ id: GROUP, planners })

async function openPlan() {
  const api = fakeApi({ getPlan: aPlan('owners') })
  const store = setupStore(asMember(), { devTools: false })
  await store.dispatch(getPlan.initiate(GROUP))
  const shown = () => getPlan.select(GROUP)(store.getState()).data?.planners
  const fetched = () => api.calls('getPlan').length
  return { api, store, shown, fetched }
}

test('the response of a change is shown without another call', async () => {
  const { api, store, shown, fetched } = await openPlan()
  api.respond({ choosePlanners: aPlan('members') })
  await store.dispatch(choice('members'))
  await waitFor(() => expect(shown()).toBe('members'))
  expect(fetched()).toBe(1)
})

test('a refused change fetches the data again', async () => {
  const { api, store, shown } = await openPlan()
  api.respond({ choosePlanners: refusal(403, 'Not the owner.') })
  api.respond({ getPlan: aPlan('members') })
  await store.dispatch(choice('members'))
  await waitFor(() => expect(shown()).toBe('members'))
})

test('of two changes at the same time, the data after both are shown, whichever response comes last', async () => {
  const { api, store, shown } = await openPlan()
  const [first, second] = [later<Response>(), later<Response>()]
  api.respond({
    choosePlanners: () => (api.calls('choosePlanners').length === 1 ? first : second).promise,
  })
  const one = store.dispatch(choice('members'))
  const other = store.dispatch(choice('owners'))
  api.respond({ getPlan: { ...aPlan('owners'), later: 7 } })
  second.resolve(reply(200, aPlan('owners')))
  await other
  first.resolve(reply(200, aPlan('members')))
  await one
  await waitFor(() => expect(getPlan.select(GROUP)(store.getState()).data?.later).toBe(7))
  expect(shown()).toBe('owners')
})

test('a response that was fetched before the change does not stay', async () => {
  const { api, store, shown } = await openPlan()
  const old = later<Response>()
  api.respond({ getPlan: () => old.promise })
  const fetching = store.dispatch(getPlan.initiate(GROUP, { forceRefetch: true }))
  api.respond({ choosePlanners: aPlan('members') })
  await store.dispatch(choice('members'))
  api.respond({ getPlan: aPlan('members') })
  old.resolve(reply(200, aPlan('owners')))
  await fetching
  await waitFor(() => expect(shown()).toBe('members'))
})

test('nothing of a change that ends after the logout is kept', async () => {
  const { api, store, shown } = await openPlan()
  const slow = later<Response>()
  api.respond({ choosePlanners: () => slow.promise })
  const changing = store.dispatch(choice('members'))
  store.dispatch(sessionEnded())
  slow.resolve(reply(200, aPlan('members')))
  await changing
  expect(shown()).toBeUndefined()
})
