import type { Page } from 'playwright-core'

/** The page in front, by its URL, as Back and Forward do: half of what loading it takes. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((url) => {
    // The state is of the form that the router gives its entries.
    history.pushState({ key: url, usr: null, idx: history.length }, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
