import type { Page } from 'playwright-core'
import { hold } from './hold.ts'

/* Overrides responses of the API. */

/** Responds to the request with this JSON from now on. */
export const respondWith = (page: Page, path: string, json: unknown): Promise<unknown> =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json }))

/** Lets this request fail from now on: with a status, or (null) without a response. */
export const failWith = (page: Page, path: string, status: number | null): Promise<unknown> =>
  page.route(`**/api${path}`, (route) =>
    status === null ? route.abort() : route.fulfill({ status, json: {} }),
  )

/** Holds this request back until the returned function is called. */
export const holdBack = (page: Page, path: string): Promise<() => void> =>
  hold(page, `**/api${path}`)
