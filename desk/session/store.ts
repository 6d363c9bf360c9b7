import type { Store } from 'react-admin'

const SAVED = '.savedQueries'

/** Logging out clears what the browser keeps for the desk, but for the filters that somebody has saved. */
export const keepingSavedFilters = (store: Store): Store => ({
  ...store,
  reset: () => {
    const saved = Object.entries(store.listItems?.() ?? {}).filter(([key]) => key.endsWith(SAVED))
    store.reset()
    for (const [key, value] of saved) store.setItem(key, value)
  },
})
