import type { Page } from 'playwright-core'

/** A request of a page: "POST /users/login/", below the API base. */
export type SentCall = { readonly call: string; readonly body: unknown }

/** Records every request of the page to the API from now on, in order, except for files. */
export function watchCalls(page: Page): SentCall[] {
  const sent: SentCall[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/files/')) return
    const isJson = request.headers()['content-type']?.startsWith('application/json')
    sent.push({
      call: `${request.method()} ${pathname.slice('/api'.length)}${search}`,
      body: isJson ? request.postDataJSON() : null,
    })
  })
  return sent
}

/** The calls that begin with this text, with their bodies. */
export const callsTo = (sent: readonly SentCall[], start: string): SentCall[] =>
  sent.filter(({ call }) => call.startsWith(start))
