import {
  dropOwnText,
  findText,
  forgetTexts,
  hasTexts,
  keepText,
  sweepTexts,
} from '#src/platform/keptTexts.ts'

const DAY_MS = 86_400_000
const keep = (owner: string, form: string, text: string) =>
  keepText(owner, form, { values: { text }, saved: { text: '' } })
const textOf = (owner: string, form: string) => findText(owner, form)?.values.text
/** A tab has a storage of its own. */
const inNewTab = () => sessionStorage.clear()
const keys = () => Object.keys(localStorage)

afterEach(() => {
  jest.useRealTimers()
  for (const owner of ['', '7', '8']) forgetTexts(owner)
})

test('a text is there for its member and its form alone, in every tab', () => {
  keep('7', 'groupPage/1', 'Bells')
  inNewTab()
  expect(textOf('7', 'groupPage/1')).toBe('Bells')
  expect(textOf('7', 'groupPage/11')).toBeUndefined()
  expect(textOf('8', 'groupPage/1')).toBeUndefined()
  expect(textOf('', 'groupPage/1')).toBeUndefined()
  expect(hasTexts('7')).toBe(true)
  expect(hasTexts('8')).toBe(false)
})

test('names cannot reach into those of others', () => {
  keep('7', 'a/b', 'Bells')
  keep('7/a', 'b', 'Whistles')
  expect(textOf('7', 'a/b')).toBe('Bells')
  forgetTexts('7')
  expect(textOf('7/a', 'b')).toBe('Whistles')
  forgetTexts('7/a')
})

test('a text without a known owner stays in its tab', () => {
  keep('', 'contact', 'Bells')
  expect(keys()).toEqual([])
  expect(textOf('', 'contact')).toBe('Bells')
  inNewTab()
  expect(textOf('', 'contact')).toBeUndefined()
})

test('two tabs keep two texts of one form, and a third finds the newer one', () => {
  jest.useFakeTimers({ now: 0 })
  keep('7', 'entry', 'First')
  const first = sessionStorage.getItem('tab')
  inNewTab()
  jest.setSystemTime(5)
  keep('7', 'entry', 'Second')
  expect(textOf('7', 'entry')).toBe('Second')
  sessionStorage.setItem('tab', first ?? '')
  expect(textOf('7', 'entry')).toBe('First')
  inNewTab()
  expect(textOf('7', 'entry')).toBe('Second')
  sessionStorage.setItem('tab', first ?? '')
  dropOwnText('7', 'entry')
  expect(textOf('7', 'entry')).toBe('Second')
})

test.each([
  [7 * DAY_MS - 1, true],
  [7 * DAY_MS, false],
  // The clock was wrong when it was written.
  [-7 * DAY_MS, false],
])('%i ms after its last change it is there: %s', (after, isThere) => {
  jest.useFakeTimers({ now: 30 * DAY_MS })
  keep('7', 'entry', 'Bells')
  jest.setSystemTime(30 * DAY_MS + after)
  sweepTexts()
  expect(keys()).toHaveLength(isThere ? 1 : 0)
  expect(textOf('7', 'entry')).toBe(isThere ? 'Bells' : undefined)
})

test.each(['', '{', 'null', '[]', '{"version":1}', '{"version":0,"at":1,"values":{},"saved":{}}'])(
  'a damaged text (%s) is none, and is removed',
  (damaged) => {
    localStorage.setItem('typed/7/entry/x', damaged)
    expect(textOf('7', 'entry')).toBeUndefined()
    expect(keys()).toEqual([])
  },
)

test('a pressed logout removes the texts of the member, and leaves those of others', () => {
  keep('7', 'entry', 'Bells')
  keep('8', 'entry', 'Whistles')
  localStorage.setItem('theme', 'dark')
  forgetTexts('7')
  expect(textOf('8', 'entry')).toBe('Whistles')
  expect(hasTexts('7')).toBe(false)
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('of one member 20 texts are kept, of all 60: the oldest make room', () => {
  jest.useFakeTimers({ now: 0 })
  for (const owner of ['1', '2', '3', '4'])
    for (let form = 0; form < 25; form++) {
      jest.setSystemTime(Date.now() + 1)
      keep(owner, `form/${form}`, 'Bells')
    }
  expect(keys()).toHaveLength(60)
  expect([4, 5, 24].map((form) => textOf('4', `form/${form}`))).toEqual([
    undefined,
    'Bells',
    'Bells',
  ])
  expect(hasTexts('1')).toBe(false)
})

test.each([
  ['no room', (text: string) => text],
  ['too much text', (text: string) => text.repeat(60_000)],
])('with %s the page itself keeps the text', (what, of) => {
  const full = jest.spyOn(Storage.prototype, 'setItem')
  if (what === 'no room')
    full.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  keep('7', 'entry', of('Bells'))
  expect(keys()).toEqual([])
  expect(textOf('7', 'entry')).toBe(of('Bells'))
  full.mockRestore()
  keep('7', 'entry', 'Short')
  expect(keys()).toHaveLength(1)
  expect(textOf('7', 'entry')).toBe('Short')
})
