import { groupCalls } from '#contract/groups.ts'
import { baseApi } from '#src/store/http/baseApi.ts'
import { request } from '#src/store/http/request.ts'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { setupStore } from '#src/store/store.ts'

/*
 * The site's own store in a page without screens, so that a test can make many calls at once.
 * `window.callMany(n)` resolves to how many of n calls succeeded.
 */

declare global {
  interface Window {
    callMany: (count: number) => Promise<number>
  }
}

const probes = baseApi.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, number>({ query: () => request(groupCalls.listGroups) }),
  }),
})
const store = setupStore(storedState(), { devTools: false })
store.connect()

window.callMany = async (count) => {
  const calls = Array.from({ length: count }, (_, i) =>
    store.dispatch(probes.endpoints.probe.initiate(i, { subscribe: false })),
  )
  const answers = await Promise.all(calls)
  return answers.filter((answer) => answer.isSuccess).length
}
