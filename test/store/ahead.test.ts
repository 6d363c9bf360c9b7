import { waitFor } from '@testing-library/react'
import { aheadCaller } from '#src/store/callAhead.ts'
import { contentApi } from '#src/store/content/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { setupStore } from '#src/store/store.ts'
import { aContentItem, asMember, TOKENS } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, tokenRejected } from '../helpers/screens/fakeApi.ts'

const { listNews } = contentApi.endpoints
const { listGlossaryEntries } = glossaryApi.endpoints

function open(answers: Parameters<typeof fakeApi>[0], state = {}) {
  const api = fakeApi(answers)
  const store = setupStore(state, { devTools: false })
  const callAhead = store.dispatch(aheadCaller())
  const newsAhead = () => callAhead((dispatch) => dispatch(listNews.initiate()))
  const settled = async () => {
    const running = store.dispatch(contentApi.util.getRunningQueriesThunk())
    await Promise.all(running)
    // What follows upon a response.
    await Promise.resolve()
  }
  return { api, store, settled, callAhead, newsAhead }
}

describe('A call made ahead of its page', () => {
  test('is loading only once the page waits for it, which makes no call of its own', async () => {
    const news = later<unknown>()
    const { api, store, newsAhead } = open({ listNews: () => news.promise })
    void newsAhead()
    void newsAhead()
    expect(selectIsLoading(store.getState())).toBe(false)
    const page = store.dispatch(listNews.initiate())
    expect(selectIsLoading(store.getState())).toBe(true)
    void newsAhead()
    expect(selectIsLoading(store.getState())).toBe(true)
    news.resolve([aContentItem()])
    expect((await page).data).toHaveLength(1)
    expect(selectIsLoading(store.getState())).toBe(false)
    expect(api.calls('listNews')).toHaveLength(1)
  })

  test('leaves its response to the page that opens later', async () => {
    const { api, store, settled, newsAhead } = open({ listNews: [aContentItem()] })
    void newsAhead()
    await settled()
    expect((await store.dispatch(listNews.initiate())).data).toHaveLength(1)
    expect(api.calls('listNews')).toHaveLength(1)
  })

  test('fails without a trace: the page that opens later calls again', async () => {
    const { api, store, settled, newsAhead } = open({ listNews: refusal(500) })
    void newsAhead()
    await settled()
    await waitFor(() => expect(listNews.select()(store.getState()).isUninitialized).toBe(true))
    expect(store.getState().toasts.queue).toEqual([])
    api.answer({ listNews: [aContentItem()] })
    const page = store.dispatch(listNews.initiate())
    expect(selectIsLoading(store.getState())).toBe(true)
    expect((await page).data).toHaveLength(1)
  })

  test('and a page that waits for it hears of the failure', async () => {
    const news = later<unknown>()
    const { store, newsAhead } = open({ listNews: () => news.promise })
    void newsAhead()
    const page = store.dispatch(listNews.initiate())
    news.resolve(refusal(500))
    await page
    expect(listNews.select()(store.getState()).isError).toBe(true)
  })

  test('neither renews nor ends a session whose token is rejected', async () => {
    const { api, store, settled, callAhead } = open(
      { listGlossaryEntries: tokenRejected(), refresh: refusal(401) },
      asMember(),
    )
    void callAhead((dispatch) => dispatch(listGlossaryEntries.initiate(NO_FILTERS)))
    await settled()
    expect(api.calls('refresh')).toHaveLength(0)
    expect(store.getState().session).toMatchObject(TOKENS)
    await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS))
    expect(api.calls('refresh')).toHaveLength(1)
  })
})
