/** Calls that src/early.ts has sent before the scripts of the page came, by URL and token. */
declare global {
  var earlyResponses: Map<string, Promise<Response>> | undefined
}

const keyOf = (url: string, authorization: string | null): string => `${authorization} ${url}`

/** Gives the next equal call this response. */
export const putEarlyResponse = ({ url, headers }: Request, response: Response): void => {
  globalThis.earlyResponses ??= new Map()
  globalThis.earlyResponses.set(keyOf(url, headers.get('authorization')), Promise.resolve(response))
}

/** Sends a GET of the member whose access token this is. */
export function fetchEarly(url: string, token: string): void {
  const authorization = `Bearer ${token}`
  const request = new Request(url, { headers: { authorization } })
  const response = read(request)
  // The page may never ask for it.
  response.catch(() => undefined)
  globalThis.earlyResponses ??= new Map()
  globalThis.earlyResponses.set(keyOf(request.url, authorization), response)
}

/** The body is read at once: the connection of an unread one stays busy. */
async function read(request: Request): Promise<Response> {
  const response = await fetch(request)
  return new Response(await response.text(), response)
}

/** The response to a call that was sent early with the same token, once. */
export function takeEarlyResponse({ url, headers }: Request): Promise<Response> | undefined {
  const key = keyOf(url, headers.get('authorization'))
  const response = globalThis.earlyResponses?.get(key)
  globalThis.earlyResponses?.delete(key)
  return response
}
