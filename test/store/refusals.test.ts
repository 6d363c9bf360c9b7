import {
  allSentencesOf,
  codesOf,
  detailOf,
  fieldErrorsOf,
  isSignedOut,
  isTokenRejected,
  offersResend,
  statusOf,
} from '#src/store/http/errors.ts'
import { suggestionsIn } from '#src/store/http/headers.ts'
import { articlePicture, pictureOrDefault, thumbnailOf } from '#src/store/http/pictures.ts'

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

test('only true offers to mail the link again', () => {
  const offers = [true, 'true', 1, undefined].map((resend) => offersResend(refusal({ resend })))
  expect(offers).toEqual([true, false, false, false])
})

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
  expect(suggestionsIn(named(['a', 1, 'b', 'c', 'd', 'e', 'f']))).toEqual(['a', 'b', 'c', 'd', 'e'])
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
