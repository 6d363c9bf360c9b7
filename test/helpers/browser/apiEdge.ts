import type { Page } from 'playwright-core'
import type { SentCall } from './apiCalls.ts'
import type { BrowserServer } from './startServer.ts'

/* The line between the page and the server: what the API says, and how a test makes it say something else. */

/** What the API answers a visitor. @param path below the API base */
export async function apiAnswer<T>({ url }: Pick<BrowserServer, 'url'>, path: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`)
  return (await answer.json()) as T
}

/** From now on the page gets this in place of the server's answer. */
export const answerWith = (page: Page, path: string, json: unknown): Promise<unknown> =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json }))

/** From now on this call fails: with a status, or (null) because no answer comes. */
export const failWith = (page: Page, path: string, status: number | null): Promise<unknown> =>
  page.route(`**/api${path}`, (route) =>
    status === null ? route.abort() : route.fulfill({ status, json: {} }),
  )

/** The ways in which a call fails: a name for the test, and what `failWith` takes. */
export const FAILURES: [string, number | null][] = [
  ['is refused', 404],
  ['fails', 500],
  ['does not arrive', null],
]

/** Holds this call back until the returned function lets the server answer it. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api${path}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the page has noted something like this in its console, as of a failure that it keeps to itself. */
export const noted = (page: Page, text: RegExp): Promise<unknown> =>
  page.waitForEvent('console', (message) => message.type() === 'info' && text.test(message.text()))

/** The calls of behaviour 7 among those sent; pictures and other files do not count (ruling 62). */
export const tableCalls = (sent: readonly SentCall[]): string[] =>
  sent.map(({ call }) => call).filter((call) => !call.startsWith('GET /files/'))
