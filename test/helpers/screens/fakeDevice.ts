import { apiBaseUrl } from '#src/platform/env.ts'
import { announceInHead, withdrawHead } from './pageFeatures.ts'

/** A browser that has our worker, in each test of the block that calls this. */
export function fakeDevice() {
  let stored: Readonly<Record<string, unknown>> = {}
  const match = async (url: string) => {
    const found = stored[url.replace(apiBaseUrl(), '')]
    return found === undefined ? undefined : Response.json(found)
  }
  beforeEach(() => {
    stored = {}
    announceInHead('offline')
    Object.defineProperty(globalThis, 'caches', { configurable: true, value: { match } })
  })
  afterEach(() => {
    withdrawHead()
    Reflect.deleteProperty(globalThis, 'caches')
  })
  return {
    /** @param responses responses by path: cached ones below the API base, saved lists as `/kept/rules` */
    keep(responses: Readonly<Record<string, unknown>>): void {
      stored = responses
    },
  }
}
