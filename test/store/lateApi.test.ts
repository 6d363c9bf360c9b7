import type { GroupId } from '#contract/ids.ts'
import type { RootState } from '#src/store/reducer.ts'
import { aGroup, asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '../helpers/screens/fakeApi.ts'

/** A store as the first page has it, without the code for calls, and what loads that code. */
async function startStore(state?: Partial<RootState>) {
  const { setupStore } = await import('#src/store/store.ts')
  const store = setupStore(state, { devTools: false })
  const load = async () => (await import('#src/store/groups/api.ts')).groupsApi.endpoints
  return { store, load }
}

/** Each test with modules of its own: in a page they are evaluated once. */
const isolated = (run: () => Promise<void>) => () => jest.isolateModulesAsync(run)

test(
  'a store that is there before the code for calls makes them afterwards',
  isolated(async () => {
    fakeApi({ listGroups: [aGroup({ id: id<GroupId>(7) })] })
    const { store, load } = await startStore(asMember())
    expect(store.getState().api).toEqual({ queries: {}, mutations: {} })
    const { listGroups } = await load()
    await store.dispatch(listGroups.initiate())
    expect(listGroups.select()(store.getState()).data).toMatchObject([{ id: 7 }])
  }),
)

test(
  'the listeners of the start hear of the first call',
  isolated(async () => {
    fakeApi({ disbandGroup: refusal(404) })
    jest.spyOn(console, 'info').mockImplementation(() => {})
    const { store, load } = await startStore(asMember())
    const { disbandGroup } = await load()
    await store.dispatch(disbandGroup.initiate(id<GroupId>(3)))
    expect(store.getState().toasts.queue).toMatchObject([{ key: 'toast.group_disband_failed' }])
    expect(console.info).toHaveBeenCalledWith('disbandGroup failed: 404')
  }),
)

test('what the server sent with the page is in the cache, and is not fetched again', async () => {
  const api = fakeApi({ listGroups: [aGroup({ id: id<GroupId>(7) })] })
  let served: Partial<RootState> = {}
  await jest.isolateModulesAsync(async () => {
    const { store, load } = await startStore(asMember())
    await store.dispatch((await load()).listGroups.initiate())
    served = structuredClone(store.getState())
  })
  await jest.isolateModulesAsync(async () => {
    const { store, load } = await startStore(served)
    const { listGroups } = await load()
    await store.dispatch(listGroups.initiate())
    expect(listGroups.select()(store.getState()).data).toMatchObject([{ id: 7 }])
  })
  expect(api.calls('listGroups')).toHaveLength(1)
})

test(
  'a session that ends before any call, or after one, leaves an empty cache',
  isolated(async () => {
    fakeApi({ listGroups: [aGroup()] })
    const { store, load } = await startStore(asMember())
    const { sessionEnded, loggedIn } = await import('#src/store/session/slice.ts')
    store.dispatch(sessionEnded())
    expect(store.getState().api.queries).toEqual({})
    const { listGroups } = await load()
    store.dispatch(loggedIn({ access: 'access-2', refresh: 'refresh-2' }))
    await store.dispatch(listGroups.initiate())
    expect(Object.keys(store.getState().api.queries)).toContain('listGroups(undefined)')
    store.dispatch(sessionEnded())
    expect(store.getState().api.queries).toEqual({})
  }),
)
