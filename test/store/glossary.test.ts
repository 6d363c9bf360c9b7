import {
  type GlossaryFilters,
  glossaryApi,
  type NewGlossaryEntry,
} from '#src/store/glossary/api.ts'
import { hasMore, loadedEntries } from '#src/store/glossary/selectors.ts'
import { glossaryActions, NO_FILTERS } from '#src/store/glossary/slice.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aGlossaryEntry, asMember, id } from '../helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, reply } from '../helpers/screens/fakeApi.ts'

const {
  entryToggled,
  filtersRestored,
  moreShown,
  myEntriesToggled,
  searchTyped,
  sortChosen,
  subtypeChosen,
  typeChosen,
  userEntriesToggled,
} = glossaryActions

const makeStore = () => setupStore(asMember(), { devTools: false })
const { listGlossaryEntries, createGlossaryEntry } = glossaryApi.endpoints
const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => aGlossaryEntry({ id: id(from + index) }))

describe('the debounce', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    fakeApi()
  })
  afterEach(() => void jest.useRealTimers())

  test('a burst of changes settles once, 500 ms after the last', async () => {
    const store = makeStore()
    const settled: string[] = []
    store.subscribe(() => {
      const { search } = store.getState().glossary.appliedFilters
      if (search !== settled.at(-1)) settled.push(search)
    })
    for (const search of ['m', 'mo', 'mot', 'moth']) {
      store.dispatch(searchTyped(search))
      await jest.advanceTimersByTimeAsync(499)
    }
    expect(settled).toEqual([''])
    await jest.advanceTimersByTimeAsync(1)
    expect(settled).toEqual(['', 'moth'])
  })

  test('filters, checkboxes and sort wait as well, and settle together', async () => {
    const store = makeStore()
    store.dispatch(typeChosen(id(3)))
    await jest.advanceTimersByTimeAsync(300)
    store.dispatch(sortChosen('Newest First'))
    store.dispatch(userEntriesToggled())
    await jest.advanceTimersByTimeAsync(499)
    expect(store.getState().glossary.appliedFilters).toEqual(NO_FILTERS)
    await jest.advanceTimersByTimeAsync(1)
    expect(store.getState().glossary.appliedFilters).toEqual({
      ...NO_FILTERS,
      type: 3,
      sort: 'Newest First',
      showUserEntries: true,
    })
  })

  test('filters of a shared URL are applied at once and stay', async () => {
    const store = makeStore()
    store.dispatch(searchTyped('moth'))
    const expected: GlossaryFilters = { ...NO_FILTERS, sort: 'Oldest First' }
    store.dispatch(filtersRestored({ visit: 'one', filters: expected, entryId: null }))
    expect(store.getState().glossary.appliedFilters).toEqual(expected)
    await jest.advanceTimersByTimeAsync(1000)
    expect(store.getState().glossary.appliedFilters).toEqual(expected)
  })

  test('a search that was typed before the end of the session is not applied after it', async () => {
    const store = makeStore()
    store.dispatch(searchTyped('moth'))
    store.dispatch(sessionEnded())
    await jest.advanceTimersByTimeAsync(1000)
    expect(store.getState().glossary.appliedFilters).toEqual(NO_FILTERS)
  })
})

describe('the choice', () => {
  const choiceAfter = (...actions: Parameters<ReturnType<typeof makeStore>['dispatch']>[0][]) => {
    const store = makeStore()
    for (const action of actions) store.dispatch(action)
    return store.getState().glossary.filters
  }

  test('the two checkboxes exclude each other', () => {
    expect(choiceAfter(userEntriesToggled(), myEntriesToggled())).toMatchObject({
      showUserEntries: false,
      showMyEntries: true,
    })
    expect(choiceAfter(myEntriesToggled(), userEntriesToggled())).toMatchObject({
      showUserEntries: true,
      showMyEntries: false,
    })
    expect(choiceAfter(userEntriesToggled(), userEntriesToggled())).toEqual(NO_FILTERS)
  })

  test('another type clears the sub-type', () => {
    expect(choiceAfter(typeChosen(id(1)), subtypeChosen(id(2)), typeChosen(id(3)))).toEqual({
      ...NO_FILTERS,
      type: 3,
    })
  })

  test.each([
    searchTyped('moth'),
    typeChosen(id(1)),
    subtypeChosen(id(1)),
    sortChosen('Newest First'),
    userEntriesToggled(),
    myEntriesToggled(),
  ])('$type starts the list anew', (change) => {
    const store = makeStore()
    store.dispatch(moreShown())
    store.dispatch(entryToggled(id(1)))
    expect(store.getState().glossary).toMatchObject({ visibleCount: 20, expandedIds: [1] })
    store.dispatch(change)
    expect(store.getState().glossary).toMatchObject({ visibleCount: 10, expandedIds: [] })
  })
})

describe('the list', () => {
  const answerIn = (store: ReturnType<typeof makeStore>) =>
    listGlossaryEntries.select(NO_FILTERS)(store.getState())
  const shown = (store: ReturnType<typeof makeStore>) => {
    const { data, hasNextPage } = answerIn(store)
    const { visibleCount } = store.getState().glossary
    const entries = loadedEntries(data)
    return {
      ids: entries.slice(0, visibleCount).map((entry) => Number(entry.id)),
      more: hasMore(entries.length, visibleCount, hasNextPage),
    }
  }
  const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

  test('sends the filters as the table says, ten at a time', async () => {
    const api = fakeApi({ listGlossaryEntries: [] })
    await makeStore().dispatch(listGlossaryEntries.initiate({ ...NO_FILTERS, type: id(3) }))
    expect(api.calls('listGlossaryEntries').map(({ query }) => query)).toEqual([
      {
        search: '',
        type: '3',
        subtype: 'Any',
        showUserEntries: 'false',
        showMyEntries: 'false',
        sort: 'Alphabetical',
        limit: '10',
      },
    ])
  })

  test('an entry that two pages contain is shown once', async () => {
    const pages = ({ query }: FakeCall) =>
      query.cursor === 'two'
        ? reply(200, entries(10, 2))
        : reply(200, entries(1, 10), { Link: '</api/x?limit=10&cursor=two>; rel="next"' })
    fakeApi({ listGlossaryEntries: pages })
    const store = makeStore()
    await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS))
    store.dispatch(moreShown())
    await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS, { direction: 'forward' }))
    expect(shown(store)).toEqual({ ids: oneTo(11), more: false })
  })

  test('is computed once per response, and typing does not touch what is expanded', async () => {
    fakeApi({ listGlossaryEntries: entries(1, 2) })
    const store = makeStore()
    await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS))
    const { expandedIds } = store.getState().glossary
    const before = loadedEntries(answerIn(store).data)
    store.dispatch(searchTyped('m'))
    expect(loadedEntries(answerIn(store).data)).toBe(before)
    expect(store.getState().glossary.expandedIds).toBe(expandedIds)
  })

  test('brings the titles that are near when nothing was found', async () => {
    const titles = encodeURIComponent(JSON.stringify(['Lamp-moth', 'Söl']))
    const responses = [
      [titles, ['Lamp-moth', 'Söl']],
      ['%', []],
      ['{}', []],
      ['%5B1%5D', []],
    ] as const
    for (const [header, suggestions] of responses) {
      fakeApi({ listGlossaryEntries: reply(200, [], { 'X-Suggestions': header }) })
      const store = makeStore()
      await store.dispatch(listGlossaryEntries.initiate(NO_FILTERS))
      expect(answerIn(store).data?.pages[0]).toMatchObject({ entries: [], next: null, suggestions })
    }
  })
})

describe('a new entry', () => {
  // A Blob, because the forms of the test environment do not know its files.
  const image = new Blob(['x'], { type: 'image/png' })
  const aDraft = (over: Partial<NewGlossaryEntry>): NewGlossaryEntry => ({
    title: 'Moth',
    typeId: id(3),
    subtypeId: null,
    image: null,
    ...over,
  })

  test('is sent as a form with its picture', async () => {
    const api = fakeApi({ createGlossaryEntry: reply(201, { id: 41 }) })
    const draft = aDraft({ subtypeId: id(4), image })
    const answer = await makeStore().dispatch(createGlossaryEntry.initiate(draft)).unwrap()
    expect(answer).toEqual({ id: 41 })
    const body = api.calls('createGlossaryEntry')[0]?.body
    if (!(body instanceof FormData)) throw new Error('a form was expected')
    expect([...body.keys()]).toEqual(['title', 'entry_type', 'entry_subtype', 'image'])
    expect(body.get('entry_type')).toBe('3')
    expect(body.get('image')).toMatchObject({ size: 1, type: 'image/png' })
  })
})
