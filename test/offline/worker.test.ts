import { apiBaseUrl } from '#src/platform/env.ts'
import { fakeDevice } from '#test/helpers/screens/fakeDevice.ts'

/* The library of the worker needs a worker: only what the site itself decides is tested here. */
jest.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }))
jest.mock('workbox-strategies', () => ({ StaleWhileRevalidate: class {} }))
jest.mock('workbox-strategies/Strategy.js', () => ({
  Strategy: class {
    handle(this: Strategy, { request, event }: Asked) {
      const handler = {
        event,
        fetch,
        cacheMatch: async () => seen?.clone(),
        cachePut: async (_request: Request, response: Response) => void stored.push(response),
        waitUntil: (work: Promise<unknown>) => work,
      }
      return this._handle(request, handler)
    }
  },
}))

type Asked = { readonly request: Request; readonly event: object }
type Strategy = { readonly _handle: (request: Request, handler: object) => Promise<Response> }
type Respond = (asked: Asked) => Promise<Response>
/** It is typed for workers, which these tests are not. */
type Caches = {
  readonly savedFile: Respond
  readonly texts: (kept: () => Promise<Response | undefined>) => Respond
  readonly seenOrSaved: (base: string) => { readonly handle: Respond }
}
const worker = () => jest.requireActual<Caches>('#src/offline/worker/caches.ts')

const PATH = '/downloads/active'
const AT = Date.UTC(2026, 2, 1)
const list = (title: string) => [{ id: 1, title, download_files: [] }]
const html = (status: number) =>
  new Response('<html>Wi-Fi</html>', { status, headers: { 'Content-Type': 'text/html' } })

let seen: Response | undefined
let stored: Response[] = []
let messages: unknown[] = []
class PageCall {
  readonly clientId = 'page'
}

describe('what the worker responds', () => {
  const device = fakeDevice()
  beforeEach(() => {
    seen = undefined
    stored = []
    messages = []
    jest.useFakeTimers()
    const page = { postMessage: (message: unknown) => messages.push(message) }
    Object.assign(globalThis, { FetchEvent: PageCall, clients: { get: async () => page } })
    device.keep({ '/kept/downloads': { at: AT, answers: { [PATH]: list('Saved') } } })
  })
  afterEach(() => {
    jest.useRealTimers()
    for (const name of ['FetchEvent', 'clients']) Reflect.deleteProperty(globalThis, name)
  })

  /** @param after when the response of the network comes, in milliseconds */
  const network = (response: Response | Error, after = 0) =>
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, after))
      if (response instanceof Error) throw response
      return response
    })
  const call = (path = PATH) => {
    const request = new Request(`${apiBaseUrl()}${path}`)
    const responded: Response[] = []
    const response = worker().seenOrSaved(apiBaseUrl()).handle({ request, event: new PageCall() })
    void response.then((one) => responded.push(one))
    return { response, responded }
  }
  const titleIn = async (response = Response.json([])) => {
    const [row] = (await response.clone().json()) as { title: string }[]
    return row?.title
  }

  test('is the network in time, which is stored', async () => {
    network(Response.json(list('New')), 2900)
    const { response } = call()
    await jest.advanceTimersByTimeAsync(2900)
    expect(await titleIn(await response)).toBe('New')
    expect((await response).headers.get('X-Kept')).toBeNull()
    expect(await titleIn(stored[0])).toBe('New')
  })

  test.each<[string, Response | Error]>([
    ['the page of a public network', html(200)],
    ['the page of a proxy', html(502)],
    ['a failure of the server', Response.json(list('Wrong'), { status: 500 })],
    ['no network', new TypeError('Failed to fetch')],
  ])(
    'is the saved list with its time instead of %s, and nothing is stored',
    async (_, response) => {
      network(response)
      const called = call()
      await jest.advanceTimersByTimeAsync(0)
      expect(await titleIn(called.responded[0])).toBe('Saved')
      expect(called.responded[0]?.headers.get('X-Kept')).toBe(String(AT))
      expect([stored, messages]).toEqual([[], []])
    },
  )

  test('is a refusal of the server, which is not stored', async () => {
    network(Response.json({ errors: [], detail: 'x' }, { status: 404 }))
    const { response } = call()
    await jest.advanceTimersByTimeAsync(0)
    expect([(await response).status, stored]).toEqual([404, []])
  })

  test('is the copy after three seconds; the late response is stored, and goes to the page', async () => {
    seen = Response.json(list('Seen'), { headers: { 'X-Kept': '5' } })
    network(Response.json(list('New')), 9000)
    const { responded } = call()
    await jest.advanceTimersByTimeAsync(2999)
    expect(responded).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(await titleIn(responded[0])).toBe('Seen')
    expect(responded[0]?.headers.get('X-Kept')).toBe('5 late')
    await jest.advanceTimersByTimeAsync(6000)
    expect(messages).toEqual([
      {
        late: {
          url: `${apiBaseUrl()}${PATH}`,
          headers: [['content-type', 'application/json']],
          text: JSON.stringify(list('New')),
        },
      },
    ])
    expect(await titleIn(stored[0])).toBe('New')
  })

  test('a late page of a public network does not go to the page', async () => {
    network(html(200), 9000)
    const { responded } = call()
    await jest.advanceTimersByTimeAsync(9000)
    expect(await titleIn(responded[0])).toBe('Saved')
    expect([stored, messages]).toEqual([[], []])
  })

  test('is whatever comes where there is no copy', async () => {
    network(html(502), 60_000)
    const { responded } = call('/rules/entries/')
    await jest.advanceTimersByTimeAsync(59_999)
    expect(responded).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(responded[0]?.status).toBe(502)
  })

  test('is a saved download instead of the page of a public network', async () => {
    device.keep({ '/downloads/download/5': 'saved' })
    network(html(200))
    const request = new Request(`${apiBaseUrl()}/downloads/download/5`)
    const response = worker().savedFile({ request, event: new PageCall() })
    await jest.advanceTimersByTimeAsync(0)
    expect(await (await response).json()).toBe('saved')
  })

  test('is the texts of its version instead of the page of a public network', async () => {
    network(html(200))
    const kept = async () => Response.json({ navbar: {} })
    const request = new Request('http://localhost/locales/en/translation.json')
    const response = worker().texts(kept)({ request, event: new PageCall() })
    await jest.advanceTimersByTimeAsync(0)
    expect(await (await response).json()).toEqual({ navbar: {} })
  })
})
