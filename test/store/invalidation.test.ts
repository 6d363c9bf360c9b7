import { waitFor } from '@testing-library/react'
import { downloadFile } from '#src/store/downloads/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { NO_DETAILS } from '#src/store/profile/orderFields.ts'
import { setupStore } from '#src/store/store.ts'
import { aGlossaryEntry, asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, type RowName, refusal, reply } from '../helpers/screens/fakeApi.ts'

const groups = groupsApi.endpoints
const profile = profileApi.endpoints
const glossary = glossaryApi.endpoints
const body = { new_name: 'wrenna', reason: '' }
const subEntries = [{ title: 'Habits', content: 'Night.' }]

/** Every cached list that a change may make wrong, as a screen that shows them all would read it. */
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
  ['createGroup', groups.createGroup.initiate('A'), { name: 'A' }, GROUPS, true],
  [
    'removeMember',
    groups.removeMember.initiate({ groupId: id(3), memberId: id(4) }),
    {},
    GROUPS,
    true,
  ],
  ['leaveGroup', groups.leaveGroup.initiate({ id: id(3) }), { name: 'A' }, GROUPS, true],
  ['disbandGroup', groups.disbandGroup.initiate(id(3)), {}, GROUPS, true],
  ['acceptInvite', groups.acceptInvite.initiate(id(5)), { group_name: 'A' }, GROUPS, true],
  [
    'rejectInvite',
    groups.rejectInvite.initiate({ id: id(5), groupName: 'A', mute: '2w' }),
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
    groups.transferOwnership.initiate({ groupId: id(3), newOwnerId: id(4) }),
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
    glossary.createGlossarySubEntries.initiate({ id: id(7), subEntries }),
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
  const reread = () => rows.filter((name) => api.calls(name).length > 1)
  return { store, reread }
}

test.each(changes)('%s reads the lists that it changes again, and no others', async (...change) => {
  const [row, thunk, answer, again] = change
  const { store, reread } = await changed(thunk, row, answer)
  await waitFor(() => expect(reread()).toEqual(again))
  await Promise.all(store.dispatch(groupsApi.util.getRunningQueriesThunk()))
  expect(reread()).toEqual(again)
})

test.each(changes)('a refused %s reads what another tab may have changed', async (...change) => {
  const [row, thunk, , again, evenRefused] = change
  const { store, reread } = await changed(thunk, row, refusal(409))
  await waitFor(() => expect(reread()).toEqual(evenRefused ? again : []))
  await Promise.all(store.dispatch(groupsApi.util.getRunningQueriesThunk()))
  expect(reread()).toEqual(evenRefused ? again : [])
})

test('an entry that was looked up by its id is read again when one is deleted', async () => {
  const entry = aGlossaryEntry({ id: id(41) })
  const api = fakeApi({ listGlossaryEntries: [entry], deleteGlossaryEntry: {} })
  const store = setupStore(asMember(), { devTools: false })
  const { findGlossaryEntry, deleteGlossaryEntry } = glossary
  await store.dispatch(findGlossaryEntry.initiate({ id: id(41), showMyEntries: true }))
  api.answer({ listGlossaryEntries: [] })
  await store.dispatch(deleteGlossaryEntry.initiate(id(41)))
  await waitFor(() => expect(api.calls('listGlossaryEntries')).toHaveLength(2))
})

test('a download that goes on meanwhile delays none of them (ruling 81)', async () => {
  const api = fakeApi({ listMutes: [], unmute: {}, downloadFile: later<Response>().promise })
  const store = setupStore(asMember(), { devTools: false })
  await store.dispatch(groups.listMutes.initiate())
  void store.dispatch(downloadFile({ id: id(3), fileName: 'a.pdf' }))
  await store.dispatch(groups.unmute.initiate(id(6)))
  await waitFor(() => expect(api.calls('listMutes')).toHaveLength(2))
})
