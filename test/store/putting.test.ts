import { waitFor } from '@testing-library/react'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import type { Planners } from '#contract/sets.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '../helpers/screens/fakeApi.ts'

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
