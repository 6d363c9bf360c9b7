import type { Locator, Page } from 'playwright-core'

/** A dropdown by its label, which its name begins with; the chosen option follows. */
export const dropdown = (within: Page | Locator, label: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^${label} `) })

const listOf = (within: Page | Locator, label: string): Locator =>
  within.getByRole('listbox', { name: label, exact: true })

/** Opens it and chooses the option of this name. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  await dropdown(within, label).click()
  const list = listOf(within, label)
  await list.getByRole('option', { name: option, exact: true }).click()
  await list.waitFor({ state: 'detached' })
}
