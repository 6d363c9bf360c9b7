import type { Store } from 'react-admin'

const SAVED = '.savedQueries'
const LANGUAGE = 'locale'
const MENU = 'sidebar.open'
/** The width below which react-admin draws its sidebar as a sheet over the page. */
export const OVERLAYS = '(max-width: 599.95px)'

/**
 * A sheet that was left open would cover every page that is loaded, and the menu of a wide window would become one where
 * the window is made narrow or its page is zoomed.
 */
export function closingMenu(store: Store): Store {
  const sheet = window.matchMedia(OVERLAYS)
  if (sheet.matches) store.removeItem(MENU)
  sheet.addEventListener('change', ({ matches }) => store.setItem(MENU, !matches))
  return store
}

/** A logout clears what the browser stores for the desk, except for saved filters and the language. */
export const keepingChoices = (store: Store): Store => ({
  ...store,
  reset: () => {
    const kept = Object.entries(store.listItems?.() ?? {}).filter(
      ([key]) => key === LANGUAGE || key.endsWith(SAVED),
    )
    store.reset()
    for (const [key, value] of kept) store.setItem(key, value)
  },
})
