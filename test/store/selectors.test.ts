import { waitFor } from '@testing-library/react'
import { contentApi } from '#src/store/content/api.ts'
import { downloadFile } from '#src/store/downloads/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import {
  inviteRefusal,
  selectGroupRows,
  selectInviteRows,
  selectPendingInviteCount,
} from '#src/store/groups/selectors.ts'
import { groupsActions, inviteMuteChosen } from '#src/store/groups/slice.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { NO_DETAILS } from '#src/store/profile/slice.ts'
import { setupStore } from '#src/store/store.ts'
import {
  aGlossaryEntry,
  aGroup,
  aMember,
  anInvite,
  aSentInvite,
  asMember,
  id,
} from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, type RowName, refusal, reply } from '../helpers/screens/fakeApi.ts'

const { groupToggled } = groupsActions

const { listGroups, listInvites, listMutes, createGroup } = groupsApi.endpoints
const wren = aMember({ id: id(1), name: 'wren', owner: true })
const orla = aMember({ id: id(2), name: 'Orla' })
const tamsin = aMember({ id: id(3), name: 'tamsin' })
const ravens = aGroup({
  id: id(7),
  members: [orla, wren, tamsin],
  invites: [aSentInvite({ id: id(8) })],
})

async function storeWith(responses: Parameters<typeof fakeApi>[0]) {
  fakeApi({ listGroups: [], listInvites: [], listMutes: [], ...responses })
  const store = setupStore(asMember(), { devTools: false })
  await store.dispatch(listGroups.initiate())
  await store.dispatch(listInvites.initiate())
  await store.dispatch(listMutes.initiate())
  return store
}

test('groups: owners first, expanded where toggled', async () => {
  const store = await storeWith({ listGroups: [ravens, aGroup({ id: id(9) })] })
  store.dispatch(groupToggled(id(7)))
  const [first, second] = selectGroupRows(store.getState())
  expect(first?.members.map(({ name }) => name)).toEqual(['wren', 'Orla', 'tamsin'])
  expect([first?.isExpanded, second?.isExpanded]).toEqual([true, false])
  store.dispatch(groupToggled(id(7)))
  expect(selectGroupRows(store.getState())[0]?.isExpanded).toBe(false)
})

test.each([
  ['orla', 'dashboard.invite_already_member'],
  [' WREN ', 'dashboard.invite_already_member'],
  [' Bryn', 'dashboard.invite_already_invited'],
  ['somebody', null],
])('inviting %j: %s', (name, refused) => {
  const group = { ...ravens, invites: [aSentInvite({ target_user_username: 'bryn' })] }
  expect(inviteRefusal(group, name)).toBe(refused)
})

test('invites: counted, each with the mute level picked beside it', async () => {
  const store = await storeWith({ listInvites: [anInvite({ id: id(1) }), anInvite({ id: id(2) })] })
  store.dispatch(inviteMuteChosen({ id: id(2), level: '1m' }))
  expect(selectPendingInviteCount(store.getState())).toBe(2)
  expect(selectInviteRows(store.getState()).map(({ muteLevel }) => muteLevel)).toEqual([
    'none',
    '1m',
  ])
})

test('before a response, and after a failure, lists are empty and stay the same', async () => {
  const fresh = setupStore(undefined, { devTools: false }).getState()
  const failed = (await storeWith({ listGroups: refusal(500) })).getState()
  expect(selectGroupRows(fresh)).toEqual([])
  expect(selectGroupRows(failed)).toBe(selectGroupRows(fresh))
})

test('loading lasts until the last of several calls has ended', async () => {
  const groups = later<unknown>()
  const created = later<unknown>()
  fakeApi({ listGroups: () => groups.promise, createGroup: () => created.promise })
  const store = setupStore(asMember(), { devTools: false })
  expect(selectIsLoading(store.getState())).toBe(false)
  const first = store.dispatch(listGroups.initiate())
  const second = store.dispatch(createGroup.initiate({ name: 'Ravens' }))
  expect(selectIsLoading(store.getState())).toBe(true)
  groups.resolve([])
  await first
  expect(selectIsLoading(store.getState())).toBe(true)
  created.resolve(refusal(500))
  await second
  await Promise.all(store.dispatch(groupsApi.util.getRunningQueriesThunk()))
  expect(selectIsLoading(store.getState())).toBe(false)
})

test('neither a download, which shows its own progress, nor the count of a visit is loading', async () => {
  const never = later<unknown>()
  fakeApi({ downloadFile: () => never.promise, logVisit: () => never.promise })
  const store = setupStore(undefined, { devTools: false })
  const { logVisit } = contentApi.endpoints
  const file = store.dispatch(downloadFile({ id: id(1), fileName: 'map.png' }))
  const visit = store.dispatch(logVisit.initiate())
  expect(selectIsLoading(store.getState())).toBe(false)
  never.resolve(refusal(500))
  await Promise.all([file, visit])
})

const groups = groupsApi.endpoints
const profile = profileApi.endpoints
const glossary = glossaryApi.endpoints
const body = { new_name: 'wrenna', reason: '' }
const sub_entries = [{ glossary_entry: id<never>(7), title: 'Habits', content: 'Night.' }]

/** Every cached list that a change may make stale, as a screen reads it. */
const LISTS = {
  listGroups: groups.listGroups.initiate(),
  listInvites: groups.listInvites.initiate(),
  listMutes: groups.listMutes.initiate(),
  listNameChanges: profile.listNameChanges.initiate(),
  getPreferences: profile.getPreferences.initiate(),
  listOrderDetails: profile.getOrderDetails.initiate(),
  listGlossaryEntries: glossary.listGlossaryEntries.initiate(NO_FILTERS),
  listGlossarySubEntries: glossary.listGlossarySubEntries.initiate(id(7)),
} as const satisfies Partial<Record<RowName, unknown>>
const rows = Object.keys(LISTS) as (keyof typeof LISTS)[]
const GROUPS = ['listGroups', 'listInvites', 'listMutes'] as const

type Row = [
  name: RowName,
  thunk: unknown,
  answer: unknown,
  again: readonly RowName[],
  evenRefused: boolean,
]
const changes: Row[] = [
  ['createGroup', groups.createGroup.initiate({ name: 'A' }), { name: 'A' }, GROUPS, true],
  [
    'removeMember',
    groups.removeMember.initiate({ group_id: id(3), member_id: id(4) }),
    {},
    GROUPS,
    true,
  ],
  ['leaveGroup', groups.leaveGroup.initiate({ id: id(3) }), { name: 'A' }, GROUPS, true],
  ['disbandGroup', groups.disbandGroup.initiate(id(3)), {}, GROUPS, true],
  ['acceptInvite', groups.acceptInvite.initiate(id(5)), { group_name: 'A' }, GROUPS, true],
  [
    'rejectInvite',
    groups.rejectInvite.initiate({ id: id(5), group_name: 'A', mute_level: '2w' }),
    {},
    GROUPS,
    true,
  ],
  [
    'inviteMember',
    groups.inviteMember.initiate({ groupId: id(3), username: 'orla' }),
    { target_user_username: 'orla' },
    GROUPS,
    true,
  ],
  ['cancelInvite', groups.cancelInvite.initiate(id(5)), {}, GROUPS, true],
  ['unmute', groups.unmute.initiate(id(6)), {}, GROUPS, true],
  [
    'transferOwnership',
    groups.transferOwnership.initiate({ group_id: id(3), new_owner_id: id(4) }),
    {},
    GROUPS,
    true,
  ],
  ['createNameChange', profile.createNameChange.initiate(body), {}, ['listNameChanges'], true],
  ['deleteNameChange', profile.deleteNameChange.initiate(id(5)), {}, ['listNameChanges'], true],
  [
    'savePreferences',
    profile.savePreferences.initiate({ email_notifications: true }),
    {},
    ['getPreferences'],
    false,
  ],
  [
    'saveOrderDetails',
    profile.saveOrderDetails.initiate(NO_DETAILS),
    {},
    ['listOrderDetails'],
    false,
  ],
  [
    'deleteGlossaryEntry',
    glossary.deleteGlossaryEntry.initiate(id(7)),
    {},
    ['listGlossaryEntries'],
    true,
  ],
  [
    'createGlossarySubEntries',
    glossary.createGlossarySubEntries.initiate({ id: id(7), sub_entries }),
    reply(201, []),
    ['listGlossaryEntries', 'listGlossarySubEntries'],
    false,
  ],
]

async function changed(thunk: unknown, row: RowName, answer: unknown) {
  const api = fakeApi({
    ...Object.fromEntries(rows.map((name) => [name, []])),
    getPreferences: { email_notifications: false },
    listGlossaryEntries: [aGlossaryEntry({ id: id(7) })],
    [row]: answer,
  })
  const store = setupStore(asMember(), { devTools: false })
  const dispatch = store.dispatch as (thunk: unknown) => Promise<unknown>
  await Promise.all(rows.map((name) => dispatch(LISTS[name])))
  await dispatch(thunk)
  const refetched = () => rows.filter((name) => api.calls(name).length > 1)
  return { store, refetched }
}

test.each(changes)('%s reads the lists that it changes again, and no others', async (...change) => {
  const [row, thunk, answer, again] = change
  const { store, refetched } = await changed(thunk, row, answer)
  await waitFor(() => expect(refetched()).toEqual(again))
  await Promise.all(store.dispatch(groupsApi.util.getRunningQueriesThunk()))
  expect(refetched()).toEqual(again)
})

test.each(changes)('a refused %s reads what another tab may have changed', async (...change) => {
  const [row, thunk, , again, evenRefused] = change
  const { store, refetched } = await changed(thunk, row, refusal(409))
  await waitFor(() => expect(refetched()).toEqual(evenRefused ? again : []))
  await Promise.all(store.dispatch(groupsApi.util.getRunningQueriesThunk()))
  expect(refetched()).toEqual(evenRefused ? again : [])
})

test('an entry that was looked up by its id is refetched when one is deleted', async () => {
  const entry = aGlossaryEntry({ id: id(41) })
  const api = fakeApi({ listGlossaryEntries: [entry], deleteGlossaryEntry: {} })
  const store = setupStore(asMember(), { devTools: false })
  const { findGlossaryEntry, deleteGlossaryEntry } = glossary
  await store.dispatch(findGlossaryEntry.initiate({ entry: id(41), showMyEntries: true }))
  api.respond({ listGlossaryEntries: [] })
  await store.dispatch(deleteGlossaryEntry.initiate(id(41)))
  await waitFor(() => expect(api.calls('listGlossaryEntries')).toHaveLength(2))
})

test('a running download does not delay refetches (ruling 81)', async () => {
  const api = fakeApi({ listMutes: [], unmute: {}, downloadFile: later<Response>().promise })
  const store = setupStore(asMember(), { devTools: false })
  await store.dispatch(groups.listMutes.initiate())
  void store.dispatch(downloadFile({ id: id(3), fileName: 'a.pdf' }))
  await store.dispatch(groups.unmute.initiate(id(6)))
  await waitFor(() => expect(api.calls('listMutes')).toHaveLength(2))
})
