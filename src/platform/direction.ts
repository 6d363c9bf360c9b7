import { isRightToLeft, keyInDirection } from '#shared/direction.ts'

/** Names the language of the texts, which screen readers need, and sets the direction of the page. */
export function nameLanguage(language: string): void {
  const { documentElement: root } = document
  root.lang = language
  if (isRightToLeft(language)) root.dir = 'rtl'
  else root.removeAttribute('dir')
}

/** The key that leads to the same neighbour on a page from left to right. */
export const keyOfDirection = (key: string): string =>
  keyInDirection(key, document.documentElement.lang)
