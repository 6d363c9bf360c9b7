import { boolean, number, string } from 'valibot'
import type { Country, Preferences } from '#contract/schemas/profile.ts'
import { accountApi } from '#src/store/account/api.ts'
import { contentApi } from '#src/store/content/api.ts'
import { downloadsApi } from '#src/store/downloads/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectGroupRows } from '#src/store/groups/selectors.ts'
import { object } from '#src/store/http/schema.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import { setupStore } from '#src/store/store.ts'
import { orderDetails } from '../helpers/fixtures/orderDetails.ts'
import { aContentItem, aGroup, asMember, id } from '../helpers/fixtures/siteState.ts'
import { cutJson, fakeApi, type RowName, refusal, reply } from '../helpers/screens/fakeApi.ts'

type Result = { data?: unknown; isError?: boolean; status?: string }
const makeStore = () => setupStore(asMember(), { devTools: false })

async function answerOf(thunk: unknown, row: RowName, answer: unknown): Promise<Result> {
  fakeApi({ [row]: answer })
  return (makeStore().dispatch as (thunk: unknown) => Promise<Result>)(thunk)
}

const { listGroups, listInvites, listMutes } = groupsApi.endpoints
const { listDownloads } = downloadsApi.endpoints
const { listNews, getNews, getArticle, logVisit } = contentApi.endpoints
const { listRuleCategories, listRuleVideos, listRuleEntries } = rulesApi.endpoints
const { listGlossaryTypes } = glossaryApi.endpoints
const { getProfile, verifyPasswordReset, activateAccount } = accountApi.endpoints
const { getOrderDetails, getPreferences, listCountries } = profileApi.endpoints

const queries: [RowName, unknown][] = [
  ['listGroups', listGroups.initiate()],
  ['listInvites', listInvites.initiate()],
  ['listMutes', listMutes.initiate()],
  ['listNews', listNews.initiate()],
  ['listDownloads', listDownloads.initiate()],
  ['getNews', getNews.initiate(id(1))],
  ['listRuleCategories', listRuleCategories.initiate()],
  ['listRuleVideos', listRuleVideos.initiate()],
  ['listRuleEntries', listRuleEntries.initiate({})],
  ['listGlossaryTypes', listGlossaryTypes.initiate()],
  ['getProfile', getProfile.initiate()],
  ['getPreferences', getPreferences.initiate()],
  ['listOrderDetails', getOrderDetails.initiate()],
  ['listCountries', listCountries.initiate()],
]
const nonsense: [string, unknown][] = [
  ['cut JSON', cutJson()],
  ['a page', new Response('<!doctype html><title>Discordia</title>')],
  ['null', reply(200, null)],
  ['a number', 42],
  ['a list of numbers', [1, 2]],
  ['an object of another kind', { items: {} }],
]

describe.each(nonsense)('a response that is %s', (_, answer) => {
  test.each(queries)('ends %s in an error', async (row, thunk) => {
    const { data, isError } = await answerOf(thunk, row, answer)
    expect({ data, isError }).toEqual({ data: undefined, isError: true })
  })
})

test('one bad item does not spoil a list', async () => {
  const { data } = await answerOf(listGroups.initiate(), 'listGroups', [
    null,
    aGroup(),
    { id: 2, name: 'no members', is_owner: true },
    'three',
  ])
  expect(data).toEqual([{ ...aGroup(), notices: [] }])
})

test('missing fields that can be missed are filled in', async () => {
  fakeApi({ listGroups: [{ id: 1, name: 'Ravens', members: [{ id: 1, name: 'wren' }] }] })
  const store = makeStore()
  await store.dispatch(listGroups.initiate())
  expect(selectGroupRows(store.getState())).toMatchObject([
    { is_owner: false, members: [{ owner: false }], invites: [] },
  ])
})

test('fields that the site does not know pass', async () => {
  const item = { ...aContentItem(), pictures: [] }
  expect(await answerOf(listNews.initiate(), 'listNews', [item])).toMatchObject({ data: [item] })
})

test('an empty list is a response', async () => {
  expect(await answerOf(listNews.initiate(), 'listNews', [])).toMatchObject({ data: [] })
})

test.each([
  ['nothing saved', [], null],
  ['the first item', [orderDetails(), orderDetails({ city: 'Halm' })], orderDetails()],
])('order details: %s', async (_, answer, expected) => {
  expect(await answerOf(getOrderDetails.initiate(), 'listOrderDetails', answer)).toMatchObject({
    data: expected,
  })
})

test.each([
  [{ valid: true }, true],
  [true, true],
  [{ valid: false }, false],
  [false, false],
  [{}, false],
])('a reset link is checked: %j', async (answer, expected) => {
  const result = await answerOf(
    verifyPasswordReset.initiate('link'),
    'verifyPasswordReset',
    reply(200, answer),
  )
  expect(result.data).toBe(expected)
})

test.each([
  ['activated', reply(202, {})],
  ['alreadyUsed', reply(226, {})],
  ['notFound', refusal(404)],
  ['notFound', new Response('<h1>Not found</h1>', { status: 404 })],
])('activation: %s', async (outcome, answer) => {
  const result = await answerOf(activateAccount.initiate('link'), 'activateAccount', answer)
  expect(result.data).toEqual({ outcome, mayResend: false })
})

test.each([reply(200, {}), refusal(500), refusal(400)])(
  'activation: no outcome',
  async (answer) => {
    const result = await answerOf(activateAccount.initiate('link'), 'activateAccount', answer)
    expect(result).toMatchObject({ isError: true })
  },
)

test('one link is activated once, however often its page renders', async () => {
  const api = fakeApi({ activateAccount: reply(202, {}) })
  const store = makeStore()
  const outcomes = await Promise.all([
    store.dispatch(activateAccount.initiate('link')),
    store.dispatch(activateAccount.initiate('link')),
  ])
  expect(outcomes.map(({ data }) => data?.outcome)).toEqual(['activated', 'activated'])
  expect(api.calls('activateAccount').map(({ body }) => body)).toEqual([{ request_id: 'link' }])
})

describe('an article', () => {
  const found = aContentItem({ id: id(9) })

  test('is requested as news first', async () => {
    const api = fakeApi({ getNews: found, getEvent: refusal(404) })
    const { data } = await makeStore().dispatch(getArticle.initiate(id(9)))
    expect(data).toEqual(found)
    expect(api.calls().map(({ path }) => path)).toEqual(['/contents/get/9'])
  })

  test('is requested as an event when there is no such news', async () => {
    const api = fakeApi({ getNews: refusal(404), getEvent: found })
    const { data } = await makeStore().dispatch(getArticle.initiate(id(9)))
    expect(data).toEqual(found)
    expect(api.calls().map(({ path }) => path)).toEqual(['/contents/get/9', '/contents/getEvent/9'])
  })

  test('is an error when there is neither', async () => {
    fakeApi({ getNews: refusal(404), getEvent: refusal(404) })
    const { isError } = await makeStore().dispatch(getArticle.initiate(id(9)))
    expect(isError).toBe(true)
  })
})

test('categories carry the sub-categories of their own calls', async () => {
  const api = fakeApi({
    listRuleCategories: [
      { id: 1, name: 'Play' },
      { id: 2, name: 'World' },
    ],
    listRuleSubcategories: ({ path }: { path: string }) =>
      path.endsWith('/1/') ? [{ id: 5, name: 'Tests', category: 1 }] : refusal(500),
  })
  const { data } = await makeStore().dispatch(listRuleCategories.initiate())
  expect(data).toEqual([
    { id: 1, name: 'Play', subcategories: [{ id: 5, name: 'Tests', category: 1 }] },
    { id: 2, name: 'World', subcategories: [] },
  ])
  expect(api.calls('listRuleSubcategories').map(({ path }) => path)).toEqual([
    '/rules/get-subcategories/1/',
    '/rules/get-subcategories/2/',
  ])
})

test('two screens that render at once count one visit, the next counts another', async () => {
  const api = fakeApi({ logVisit: { message: 'Visit logged' } })
  const store = makeStore()
  const first = store.dispatch(logVisit.initiate())
  const second = store.dispatch(logVisit.initiate())
  await Promise.all([first, second])
  expect(api.calls('logVisit')).toHaveLength(1)
  jest.useFakeTimers()
  first.unsubscribe()
  second.unsubscribe()
  await jest.advanceTimersByTimeAsync(1000)
  jest.useRealTimers()
  await store.dispatch(logVisit.initiate())
  expect(api.calls('logVisit')).toHaveLength(2)
})

test('a required field of the contract without a check does not compile', () => {
  // @ts-expect-error: `name` has no check
  expect(object<Country>({ key: string() })).toBeDefined()
  // @ts-expect-error: `name` is a text
  expect(object<Country>({ key: string(), name: number() })).toBeDefined()
  expect(object<Preferences>({ email_notifications: boolean() })).toBeDefined()
})
