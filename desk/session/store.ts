import type { Store } from 'react-admin'

const SAVED = '.savedQueries'

/** A logout clears what the browser stores for the desk, except for saved filters. */
export const keepingSavedFilters = (store: Store): Store => ({
  ...store,
  reset: () => {
    const saved = Object.entries(store.listItems?.() ?? {}).filter(([key]) => key.endsWith(SAVED))
    store.reset()
    for (const [key, value] of saved) store.setItem(key, value)
  },
})
