import type { Page } from 'playwright-core'
import type { TokenPair } from '#contract/schemas/account.ts'
import { DEMO_PASSWORD, type Site } from './site.ts'

/** The tokens of a demo account, outside any page. */
export async function tokensOf({ url }: Pick<Site, 'url'>, email: string): Promise<TokenPair> {
  const answer = await fetch(`${url}/api/users/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return (await answer.json()) as TokenPair
}

/** Leaves the browser as a login does, for tests that are about what comes after it. */
export async function enterAs(page: Page, site: Pick<Site, 'url'>, email: string): Promise<void> {
  const tokens = await tokensOf(site, email)
  // A file of the same origin, so that no page is running while the tokens are put in its storage.
  await page.goto('/robots.txt')
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access_token', access)
    localStorage.setItem('refresh_token', refresh)
  }, tokens)
}
