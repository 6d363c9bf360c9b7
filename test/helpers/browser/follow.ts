import type { Page } from 'playwright-core'

/** Navigates by URL inside the loaded site, as Back and Forward do: half the time of loading the page. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((url) => {
    // The state has the form of the router's own history entries.
    history.pushState({ key: url, usr: null, idx: history.length }, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
