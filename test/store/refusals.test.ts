import { refusalOf, refusalText } from '#src/store/refusals.ts'

const SENTENCE = 'Du kannst dich bis Mo., 4. Jän. nicht eintragen.'
const refused = (code: string) => ({
  status: 403,
  data: { errors: [{ code, detail: SENTENCE, attr: null }] },
})
const say = (key: string) => key

test.each(['kept_from_writing', 'kept_from_events'])(
  'a refusal %s is the sentence of the server at a form and at a button (behaviour 12.34)',
  (code) => {
    expect(refusalOf(refused(code), say, 'planning.failed')).toEqual({ form: SENTENCE })
    expect(refusalText(refused(code), say, 'planning.failed')).toBe(SENTENCE)
  },
)

test('any other refusal is a text of the site, and a success none', () => {
  expect(refusalText(refused('event_full'), say, 'planning.failed')).toBe('registration.event_full')
  expect(refusalText(refused('unknown'), say, 'planning.failed')).toBe('planning.failed')
  expect(refusalText(undefined, say, 'planning.failed')).toBeUndefined()
})
