import type { PageAnswer, PageCall } from '#contract/pages.ts'

/** What the fake network responds with to a call of a rendered page. */
export async function pageAnswer({ path, params, query }: PageCall): Promise<PageAnswer> {
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const search = Object.entries(query).map(([name, value]) => [name, String(value)])
  const address = `http://localhost/api${url}?${new URLSearchParams(search)}`
  const response = await fetch(new Request(address))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}
