import type { Page } from 'playwright-core'

/** Waits until React has hydrated the page that the server has rendered, or has rendered it itself. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    const isKnown =
      heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
    // Headless UI renders this button until the effects of its tabs have run.
    return isKnown && !document.querySelector('main button[aria-hidden="true"]')
  })
}
