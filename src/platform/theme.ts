import { readPreference, writePreference } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
/** `system` follows the setting of the visitor's device; it is what counts without a choice. */
export type Theme = (typeof THEMES)[number]

/** What this browser has kept; anything unknown counts as no choice. */
export const readTheme = (): Theme =>
  THEMES.find((theme) => theme === readPreference('theme')) ?? 'system'

/** Draws the page in this theme: site.css gives `data-theme` its colour scheme. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Keeps the choice in this browser and shows it. */
export function storeTheme(theme: Theme): void {
  writePreference('theme', theme === 'system' ? null : theme)
  showTheme(theme)
}
