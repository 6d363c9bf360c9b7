import { apiBaseUrl } from '#src/platform/env.ts'

/** A browser that has our worker, in each test of the block that calls this. */
export function fakeDevice() {
  let stored: Readonly<Record<string, unknown>> = {}
  const link = document.createElement('link')
  link.rel = 'serviceworker'
  link.setAttribute('href', '/sw.js')
  link.setAttribute('data-offline', '')
  const match = async (url: string) => {
    const found = stored[url.replace(apiBaseUrl(), '')]
    return found === undefined ? undefined : Response.json(found)
  }
  beforeEach(() => {
    stored = {}
    document.head.append(link)
    Object.defineProperty(globalThis, 'caches', { configurable: true, value: { match } })
  })
  afterEach(() => {
    link.remove()
    Reflect.deleteProperty(globalThis, 'caches')
  })
  return {
    /** @param responses responses by path: cached ones below the API base, saved lists as `/kept/rules` */
    keep(responses: Readonly<Record<string, unknown>>): void {
      stored = responses
    },
  }
}
