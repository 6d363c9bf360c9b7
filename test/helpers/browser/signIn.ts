import type { Page } from 'playwright-core'
import type { TokenPair } from '#contract/schemas/account.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import type { BrowserServer } from './startWorld.ts'

/** Of a member of the small world. */
export const emailOf = (username: string): string => `${username.toLowerCase()}@example.org`

/** The tokens of a login, outside any page. */
export async function tokensOf(
  { url }: Pick<BrowserServer, 'url'>,
  email: string,
  password = PASSWORD,
): Promise<TokenPair> {
  const response = await fetch(`${url}/api/users/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} cannot log in: ${response.status}`)
  return (await response.json()) as TokenPair
}

/** Leaves the browser as a login of this member does. The login page itself is part of the journeys. */
export async function signIn(
  page: Page,
  server: Pick<BrowserServer, 'url'>,
  username: string,
): Promise<void> {
  const tokens = await tokensOf(server, emailOf(username))
  // A file of the same origin, so that no page is running while the tokens are put in its storage.
  await page.goto('/robots.txt')
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access_token', access)
    localStorage.setItem('refresh_token', refresh)
  }, tokens)
}
