import { waitFor } from '@testing-library/react'
import { followWhenAnnounced, prefetcher } from '#src/app/arrivals.ts'
import { accountApi } from '#src/store/account/api.ts'
import { contentApi } from '#src/store/content/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { ALL_TAGS, changePublished, tagsOf } from '#src/store/live/follow.ts'
import { messagesApi } from '#src/store/messages/api.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aContentItem, aProfile, asMember, TOKENS } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, tokenRejected } from '../helpers/screens/fakeApi.ts'
import { fakeStream } from '../helpers/screens/fakeStream.ts'
import { letFormsBeRead } from '../helpers/screens/forms.ts'

describe('Changes that are followed', () => {
  const { listGroups, listInvites } = groupsApi.endpoints
  const LIVE = { ...aProfile(), features: ['live'] }

  const stores: ReturnType<typeof setupStore>[] = []

  /** A store of a member whose page shows both lists, following changes. */
  async function follow(responses: Parameters<typeof fakeApi>[0] = {}) {
    const streams = [fakeStream(), fakeStream(), fakeStream()]
    let opened = 0
    const api = fakeApi({
      getProfile: LIVE,
      listGroups: [],
      listInvites: [],
      followChanges: () => streams[opened++]?.response ?? refusal(404),
      ...responses,
    })
    const store = setupStore(asMember(), { devTools: false })
    stores.push(store)
    store.dispatch(followWhenAnnounced())
    void store.dispatch(listGroups.initiate())
    void store.dispatch(listInvites.initiate())
    await store.dispatch(accountApi.endpoints.getProfile.initiate())
    return {
      api,
      store,
      streams,
      count: (row: 'listGroups' | 'listInvites') => api.calls(row).length,
    }
  }
  const isOpen = (api: ReturnType<typeof fakeApi>, times = 1) =>
    waitFor(() => expect(api.calls('followChanges')).toHaveLength(times), { timeout: 5000 })

  // Only timers are faked: responses and streams arrive by themselves.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }))
  afterEach(() => {
    for (const store of stores.splice(0)) store.dispatch(sessionEnded())
    jest.useRealTimers()
  })

  test.each([
    [{ kind: 'groups', subject: null }, ['Group', 'GroupPlan', 'GroupPage', 'Upcoming']],
    [
      { kind: 'group', subject: 3 },
      [
        'Group',
        { type: 'GroupPlan', id: 3 },
        { type: 'GroupPage', id: 3 },
        { type: 'InviteLink', id: 3 },
        'Upcoming',
      ],
    ],
    [{ kind: 'invites', subject: null }, ['Invite', 'Upcoming']],
    [
      { kind: 'registration', subject: 5 },
      [{ type: 'Registration', id: 5 }, 'Programme', 'Upcoming'],
    ],
    [{ kind: 'entry', subject: 6 }, ['GlossaryEntry']],
    [{ kind: 'name_change', subject: null }, ['NameChange', 'Profile']],
  ] as const)('%j invalidates the responses that show it', (change, tags) => {
    expect(tagsOf(change)).toEqual(tags)
    expect(changePublished(change).type).toBe('live/changePublished')
  })

  test('a server that does not announce it is not called', async () => {
    const { api } = await follow({ getProfile: aProfile() })
    await jest.advanceTimersByTimeAsync(1500)
    expect(api.calls('followChanges')).toEqual([])
  })

  test('a change is fetched by the list that shows it, once for many, and without the overlay', async () => {
    const { api, store, streams, count } = await follow()
    await isOpen(api)
    expect(api.calls('followChanges')[0]?.headers.get('authorization')).toMatch(/^Bearer /)
    await waitFor(() => expect(selectIsLoading(store.getState())).toBe(false))
    const response = later<unknown>()
    api.respond({ listInvites: () => response.promise })
    streams[0]?.publish('invites')
    streams[0]?.publish('invites')
    streams[0]?.publish('unknown')
    await waitFor(() => expect(count('listInvites')).toBe(2))
    expect(selectIsLoading(store.getState())).toBe(false)
    response.resolve([])
    await waitFor(() => expect(store.getState().prefetching).toEqual([]))
    expect([count('listInvites'), count('listGroups')]).toEqual([2, 1])
  })

  test('responses fetched after the event are not refetched', async () => {
    const { api, store, streams, count } = await follow()
    await isOpen(api)
    streams[0]?.publish('groups')
    await jest.advanceTimersByTimeAsync(50)
    await store.dispatch(listGroups.initiate(undefined, { forceRefetch: true }))
    await jest.advanceTimersByTimeAsync(400)
    expect(count('listGroups')).toBe(2)
  })

  test('a stream that ends is resumed at its position', async () => {
    const { api, streams, count } = await follow()
    await isOpen(api)
    streams[0]?.publish('beat', null, '70-0')
    streams[0]?.publish('expired')
    streams[0]?.write('id: 71-2\nevent: gro')
    streams[0]?.end()
    await isOpen(api, 2)
    expect(api.calls('followChanges')[1]?.headers.get('last-event-id')).toBe('1-1')
    streams[1]?.publish('groups')
    await waitFor(() => expect(count('listGroups')).toBe(2))
  })

  test('a reset, and a stream that has no place to go on from, fetch all that is shown', async () => {
    const { api, streams, count } = await follow()
    await isOpen(api)
    streams[0]?.break()
    await isOpen(api, 2)
    await waitFor(() => expect([count('listInvites'), count('listGroups')]).toEqual([2, 2]))
    streams[1]?.publish('reset', null, '9-0')
    await waitFor(() => expect([count('listInvites'), count('listGroups')]).toEqual([3, 3]))
    expect(ALL_TAGS).toEqual(expect.arrayContaining(['Group', 'Invite', 'Registration', 'Profile']))
  })

  test('an expired token is refreshed once, as for any call', async () => {
    let isOld = true
    const stream = fakeStream()
    const { api, store } = await follow({
      followChanges: () => (isOld ? tokenRejected() : stream.response),
      refresh: () => {
        isOld = false
        return { access: 'new', refresh: 'newer' }
      },
    })
    await isOpen(api, 2)
    expect(api.calls('followChanges')[1]?.headers.get('authorization')).toBe('Bearer new')
    expect(api.calls('refresh')).toHaveLength(1)
    expect(store.getState().session.status).toBe('member')
  })

  test('the end of the session ends the stream, and nothing opens another', async () => {
    const { api, store, streams } = await follow()
    await isOpen(api)
    store.dispatch(sessionEnded())
    await jest.advanceTimersByTimeAsync(1500)
    expect(streams[0]?.isCancelled()).toBe(true)
    expect(api.calls('followChanges')).toHaveLength(1)
  })

  test('a hidden tab has no stream, and resumes it when shown again', async () => {
    const { api, streams, count } = await follow()
    await isOpen(api)
    streams[0]?.publish('beat', null, '80-0')
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await jest.advanceTimersByTimeAsync(1500)
    expect(api.calls('followChanges')).toHaveLength(1)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await isOpen(api, 2)
    expect(api.calls('followChanges')[1]?.headers.get('last-event-id')).toBe('80-0')
    expect(count('listGroups')).toBe(1)
  })

  test('a server without the call is not called again', async () => {
    const { api } = await follow({ followChanges: refusal(404) })
    await isOpen(api)
    await jest.advanceTimersByTimeAsync(1500)
    expect(api.calls('followChanges')).toHaveLength(1)
  })
})

const { listNews } = contentApi.endpoints
const { listGlossaryEntries } = glossaryApi.endpoints

function open(responses: Parameters<typeof fakeApi>[0], state = {}) {
  const api = fakeApi(responses)
  const store = setupStore(state, { devTools: false })
  const prefetch = store.dispatch(prefetcher())
  const prefetchNews = () => prefetch((dispatch) => dispatch(listNews.initiate()))
  const settled = async () => {
    const running = store.dispatch(contentApi.util.getRunningQueriesThunk())
    await Promise.all(running)
    // Lets the continuations of the response run.
    await Promise.resolve()
  }
  return { api, store, settled, prefetch, prefetchNews }
}

describe('A prefetch', () => {
  test('shows as loading only once its page waits for it, and the page makes no second call', async () => {
    const news = later<unknown>()
    const { api, store, prefetchNews } = open({ listNews: () => news.promise })
    void prefetchNews()
    void prefetchNews()
    expect(selectIsLoading(store.getState())).toBe(false)
    const page = store.dispatch(listNews.initiate())
    expect(selectIsLoading(store.getState())).toBe(true)
    void prefetchNews()
    expect(selectIsLoading(store.getState())).toBe(true)
    news.resolve([aContentItem()])
    expect((await page).data).toHaveLength(1)
    expect(selectIsLoading(store.getState())).toBe(false)
    expect(api.calls('listNews')).toHaveLength(1)
  })

  test('leaves its response in the cache for the page', async () => {
    const { api, store, settled, prefetchNews } = open({ listNews: [aContentItem()] })
    void prefetchNews()
    await settled()
    expect((await store.dispatch(listNews.initiate())).data).toHaveLength(1)
    expect(api.calls('listNews')).toHaveLength(1)
  })

  test('leaves no error in the cache: the page calls again', async () => {
    const { api, store, settled, prefetchNews } = open({ listNews: refusal(500) })
    void prefetchNews()
    await settled()
    await waitFor(() => expect(listNews.select()(store.getState()).isUninitialized).toBe(true))
    expect(store.getState().toasts.queue).toEqual([])
    api.respond({ listNews: [aContentItem()] })
    const page = store.dispatch(listNews.initiate())
    expect(selectIsLoading(store.getState())).toBe(true)
    expect((await page).data).toHaveLength(1)
  })

  test('reports its failure to a page that waits for it', async () => {
    const news = later<unknown>()
    const { store, prefetchNews } = open({ listNews: () => news.promise })
    void prefetchNews()
    const page = store.dispatch(listNews.initiate())
    news.resolve(refusal(500))
    await page
    expect(listNews.select()(store.getState()).isError).toBe(true)
  })

  test('neither refreshes nor ends a session whose token is rejected', async () => {
    const { api, store, settled, prefetch } = open(
      { listGlossaryEntries: tokenRejected(), refresh: refusal(401) },
      asMember(),
    )
    void prefetch((dispatch) => dispatch(listGlossaryEntries.initiate(NO_FILTERS)))
    await settled()
    expect(api.calls('refresh')).toHaveLength(0)
    expect(store.getState().session).toMatchObject(TOKENS)
    await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS))
    expect(api.calls('refresh')).toHaveLength(1)
  })
})

const { sendMessage } = messagesApi.endpoints

/** Refusals of the mail service's client, each set by an option of the build (behaviour 8.6; ruling 52). */
describe('a message that does not leave the browser', () => {
  letFormsBeRead()
  const before = process.env
  let asked: jest.SpyInstance

  beforeEach(() => {
    asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('OK'))
  })
  afterEach(() => {
    process.env = before
    sessionStorage.clear()
    Reflect.deleteProperty(navigator, 'webdriver')
  })

  const form = (email = 'wren@example.org') => {
    const element = document.createElement('form')
    element.innerHTML = `<input name="email" value="${email}">`
    return element
  }
  const send = (element = form()) =>
    setupStore(undefined, { devTools: false }).dispatch(sendMessage.initiate(element))
  const switchOn = (name: string, value: string) => {
    process.env = { ...before, [name]: value }
  }
  const beAutomated = () =>
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true })

  test('451: unavailable for a headless browser', async () => {
    beAutomated()
    switchOn('EMAILJS_BLOCK_HEADLESS', 'true')
    expect((await send()).error).toMatchObject({ status: 451 })
    expect(asked).not.toHaveBeenCalled()
  })

  test('403: forbidden to an e-mail address of the list, and to no other', async () => {
    switchOn('EMAILJS_BLOCK_LIST', 'bot@noise.example,wren@example.org')
    expect((await send()).error).toMatchObject({ status: 403 })
    expect(asked).not.toHaveBeenCalled()
    expect((await send(form('nele@example.org'))).error).toBeUndefined()
  })

  test('429: too many requests within the throttle', async () => {
    switchOn('EMAILJS_THROTTLE_MS', '60000')
    expect((await send()).error).toBeUndefined()
    expect((await send()).error).toMatchObject({ status: 429 })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('nothing of this without the switches', async () => {
    beAutomated()
    expect((await send()).error).toBeUndefined()
    expect((await send()).error).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
