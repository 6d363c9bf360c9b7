import { accountApi } from '#src/store/account/api.ts'
import { contentApi } from '#src/store/content/api.ts'
import { downloadsApi } from '#src/store/downloads/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectGroupRows } from '#src/store/groups/selectors.ts'
import {
  codesOf,
  detailOf,
  fieldErrorsOf,
  isSignedOut,
  isTokenRejected,
  statusOf,
} from '#src/store/http/errors.ts'
import { articlePicture, pictureOrDefault, thumbnailOf } from '#src/store/http/pictures.ts'
import { suggestionsIn } from '#src/store/http/request.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import { setupStore } from '#src/store/store.ts'
import { allSentencesOf } from '#src/store/toasts/notices.ts'
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
  expect(data).toEqual([aGroup()])
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
  [{ valid: true }, true, 0],
  [{ valid: true, calendar_links: 2 }, true, 2],
  [{ valid: true, calendar_links: 'two' }, true, 0],
  [true, true, 0],
  [{ valid: false }, false, 0],
  [false, false, 0],
  [{}, false, 0],
])('a reset link is checked: %j', async (answer, isValid, calendarLinks) => {
  const result = await answerOf(
    verifyPasswordReset.initiate({ request_id: 'link' }),
    'verifyPasswordReset',
    reply(200, answer),
  )
  expect(result.data).toEqual({ isValid, calendarLinks })
})

test.each([reply(200, {}), refusal(500), refusal(400)])(
  'activation: no outcome',
  async (answer) => {
    const result = await answerOf(
      activateAccount.initiate({ request_id: 'link' }),
      'activateAccount',
      answer,
    )
    expect(result).toMatchObject({ isError: true })
  },
)

test('one link is activated once, however often its page renders', async () => {
  const api = fakeApi({ activateAccount: reply(202, {}) })
  const store = makeStore()
  const outcomes = await Promise.all([
    store.dispatch(activateAccount.initiate({ request_id: 'link' })),
    store.dispatch(activateAccount.initiate({ request_id: 'link' })),
  ])
  expect(outcomes.map(({ data }) => data)).toEqual(['activated', 'activated'])
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

describe('Refusals', () => {
  const refusal = (data: unknown, status: unknown = 400) => ({ status, data })
  const items = [
    { attr: 'city', detail: 'Too long.', code: 'max' },
    { attr: 'city', detail: 'Not a city.', code: 'invalid' },
    { attr: null, detail: 'Try again.', code: 'busy' },
  ]

  test('each field has the first sentence about it; the form as a whole has its own', () => {
    expect([...fieldErrorsOf(refusal({ errors: items }))].toSorted()).toEqual(
      [
        ['city', 'Too long.'],
        [null, 'Try again.'],
      ].toSorted(),
    )
    const byField = { errors: { city: ['Too long.', 'Not a city.'], zipcode: 'Missing.' } }
    expect(Object.fromEntries(fieldErrorsOf(refusal(byField)))).toEqual({
      city: 'Too long.',
      zipcode: 'Missing.',
    })
  })

  test.each([
    ['the items', { errors: items, detail: 'Refused.' }, 'Too long. Not a city. Try again.'],
    ['a sentence that is repeated, once', { errors: ['No.', ' No. ', 'Never.'] }, 'No. Never.'],
    ['codes where there is no sentence', { errors: [{ code: 'busy', detail: ' ' }] }, 'busy'],
    ['the detail alone', { detail: ['Refused.', ''] }, 'Refused.'],
    ['nothing', null, ''],
  ])('all sentences of a refusal: %s', (_what, data, expected) => {
    expect(allSentencesOf(refusal(data))).toBe(expected)
  })

  test('a line of 1000 characters is whole, a longer one is cut', () => {
    expect(allSentencesOf(refusal({ detail: 'x'.repeat(1000) }))).toBe('x'.repeat(1000))
    expect(allSentencesOf(refusal({ detail: 'x'.repeat(1001) }))).toBe(`${'x'.repeat(999)}…`)
  })

  test.each([
    [{ detail: 'One.' }, 'One.'],
    [{ detail: ['One.', 'Two.'] }, 'One.'],
    [{ detail: 3 }, null],
    [undefined, null],
  ])('the detail of %j is %j', (data, expected) => expect(detailOf(refusal(data))).toBe(expected))

  test.each([
    [refusal(null, 404), 404],
    [{ status: 'PARSING_ERROR', originalStatus: 502 }, 502],
    [{ status: 'FETCH_ERROR' }, null],
    [undefined, null],
  ])('the status of %j is %j', (error, expected) => expect(statusOf(error)).toBe(expected))

  test.each([
    [401, ['token_not_valid'], true],
    [401, ['other', 'token_not_valid'], false],
    [401, [], false],
    [403, ['token_not_valid'], false],
  ])('%i with the codes %j: is the token rejected? %s', (status, codes, expected) => {
    const error = refusal({ errors: codes.map((code) => ({ code })) }, status)
    expect(codesOf(error)).toEqual(codes)
    expect(isTokenRejected(error)).toBe(expected)
    expect(isSignedOut(error)).toBe(expected)
  })

  test('at most five titles are suggested, texts alone', () => {
    const meta = (header: string) =>
      ({ response: new Response(null, { headers: { 'X-Suggestions': header } }) }) as never
    const named = (value: unknown) => meta(encodeURIComponent(JSON.stringify(value)))
    expect(suggestionsIn(named(['a', 1, 'b', 'c', 'd', 'e', 'f']))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
    expect(suggestionsIn(named({ a: 1 }))).toEqual([])
    expect(suggestionsIn(meta('%'))).toEqual([])
    expect(suggestionsIn(undefined)).toEqual([])
  })

  const height = 320
  const half = { url: '/files/a-480.webp', width: 480 }
  const pictures = [
    { ...half, height },
    { url: '/files/a b.webp', width: 960, height },
    { url: '/files/a,b.webp', width: 960, height },
    { url: '/files/zero.webp', width: 0, height },
    { url: '/files/half.webp', width: 0.5, height },
  ]

  test('a picture has the widths that fit a srcset, or the drawing of its kind in two', () => {
    expect(pictureOrDefault({ image: '/files/a.jpg', pictures }, 'rule')).toEqual({
      src: '/files/a.jpg',
      fallback: '/images/default-rule-960.webp',
      widths: [half],
    })
    expect(pictureOrDefault({ image: null, pictures }, 'glossary')).toEqual({
      src: '/images/default-glossary-960.webp',
      fallback: '/images/default-glossary-960.webp',
      widths: [
        { url: '/images/default-glossary-480.webp', width: 480 },
        { url: '/images/default-glossary-960.webp', width: 960 },
      ],
    })
  })

  test.each([
    ['News', '/images/default-news-960.webp'],
    ['Event', '/images/default-event-960.webp'],
  ])('%s without a picture show the drawing of their type', (type, src) => {
    expect(articlePicture({ type, background_image: null } as never).src).toBe(src)
  })

  test('a row shows the smallest picture: its thumbnails first, without any the whole', () => {
    const small = { url: '/files/a-96.webp', width: 96 }
    const row = { image: '/files/a.jpg', pictures, thumbnails: [{ ...small, height }] }
    expect(thumbnailOf(row, '/x.svg')).toEqual({
      src: small.url,
      fallback: '/x.svg',
      widths: [small, half],
    })
    expect(thumbnailOf({ image: '/files/a.jpg' }, '/x.svg')?.src).toBe('/files/a.jpg')
    expect(thumbnailOf({ ...row, image: null }, '/x.svg')).toBeNull()
  })
})
