import type { Page } from 'playwright-core'

/** Waits until React has taken over the page that the server has rendered, or has drawn it itself. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}
