import { waitFor } from '@testing-library/react'
import { groupsApi } from '#src/store/groups/api.ts'
import { setupStore } from '#src/store/store.ts'
import { asMember, id } from '../helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, type RowName, refusal } from '../helpers/screens/fakeApi.ts'

const groups = groupsApi.endpoints
const makeStore = () => setupStore(asMember(), { devTools: false })

/** Makes one call and hands back what went over the wire. */
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
  ['createGroup', groups.createGroup.initiate('A'), 'POST /rpggroups/create/', { name: 'A' }],
  [
    'removeMember',
    remove({ groupId: id(3), memberId: id(4) }),
    'POST /rpggroups/remove/',
    { group_id: 3, member_id: 4 },
  ],
  ['leaveGroup', groups.leaveGroup.initiate({ id: id(3) }), 'GET /rpggroups/leave/3', null],
  ['disbandGroup', groups.disbandGroup.initiate(id(3)), 'GET /rpggroups/disband/3', null],
  ['acceptInvite', groups.acceptInvite.initiate(id(5)), 'GET /rpggroups/accept/5', null],
  [
    'rejectInvite',
    reject({ id: id(5), groupName: 'A', mute: '2w' }),
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
    transfer({ groupId: id(3), newOwnerId: id(4) }),
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
  const named = await sent(leave({ id: id(3), newOwnerId: id(4) }), 'leaveGroup')
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
