import { readKey, writeKey } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
/** `system` follows the device and is the default. Themes work with any server (ruling 79). */
export type Theme = (typeof THEMES)[number]

export const readTheme = (): Theme => THEMES.find((theme) => theme === readKey('theme')) ?? 'system'

/** Applies the theme: site.css gives `data-theme` its colour scheme. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function storeTheme(theme: Theme): void {
  writeKey('theme', theme === 'system' ? null : theme)
  showTheme(theme)
}
