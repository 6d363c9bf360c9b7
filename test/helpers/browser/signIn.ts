import type { Page } from 'playwright-core'
import type { TokenPair } from '#contract/shapes.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import type { BrowserServer } from './startWorld.ts'

/** E-mail address of a member of the small world. */
export const emailOf = (username: string): string => `${username.toLowerCase()}@example.org`

/** Logs in without a page. @returns the tokens */
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

/** Logs this member in without the login page, which the journeys cover. */
export async function signIn(
  page: Page,
  server: Pick<BrowserServer, 'url'>,
  username: string,
): Promise<void> {
  await storeTokens(page, await tokensOf(server, emailOf(username)))
}

/** Makes the browser that of a member. */
export async function storeTokens(page: Page, tokens: TokenPair): Promise<void> {
  // A file of the same origin: no script of the site runs while the tokens are stored.
  await page.goto('/robots.txt')
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access_token', access)
    localStorage.setItem('refresh_token', refresh)
  }, tokens)
}
