import { keepingSavedFilters } from '#desk/session/store.ts'

test('logging out forgets how lists were left, and keeps the filters that were saved', () => {
  const kept = new Map<string, unknown>()
  const store = keepingSavedFilters({
    setup: () => undefined,
    teardown: () => undefined,
    getItem: <Value>(key: string) => kept.get(key) as Value | undefined,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    removeItems: () => undefined,
    reset: () => kept.clear(),
    subscribe: () => () => undefined,
    listItems: () => Object.fromEntries(kept),
  })
  store.setItem('groups.listParams', { page: 3 })
  store.setItem('groups.savedQueries', [{ label: 'Stuck', value: { filter: { state: 'stuck' } } }])
  store.reset()
  expect([...kept.keys()]).toEqual(['groups.savedQueries'])
})
