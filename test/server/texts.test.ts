import { factsOf } from '#server/text/eventFacts.ts'
import { fillIn } from '#server/text/kit.ts'
import { element, emptyElement, textElement, voidTag } from '#server/text/markup.ts'
import { makeVault, secretText, sha256 } from '#server/text/secrets.ts'
import { dayInSubject, iso, millis, timeInMail } from '#server/text/time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UTC = { zone: 'UTC', now: 0, language: 'en' }

describe('times', () => {
  test('are ISO 8601 in UTC and back, and nothing where there is none', () => {
    expect(iso(DAY)).toBe('1970-01-02T00:00:00.000Z')
    expect(millis('1970-01-02T00:00:00.000Z')).toBe(DAY)
    for (const missing of [null, undefined])
      expect([iso(missing), millis(missing)]).toEqual([null, null])
  })

  test('in a mail name their zone, and are nothing without a start', () => {
    expect(timeInMail(40 * DAY, 40 * DAY + 2 * HOUR, UTC)).toContain('UTC')
    expect(timeInMail(null, null, UTC)).toBe('')
  })

  test('in a subject begin with a capital letter', () => {
    expect(dayInSubject(DAY, UTC)).toBe('Tomorrow')
    expect(dayInSubject(40 * DAY, UTC)).toBe('Tue 10 Feb')
  })
})

test('elements have their text and attributes escaped', () => {
  const attributes = { title: '<a> "&', width: 3 }
  const written = ' title="&lt;a&gt; &quot;&amp;" width="3"'
  expect(voidTag('meta', attributes)).toBe(`<meta${written}>`)
  expect(emptyElement('link', attributes)).toBe(`<link${written}/>`)
  expect(element('p', '<b>x</b>', attributes)).toBe(`<p${written}><b>x</b></p>`)
  expect(textElement('p', '<b>')).toBe('<p>&lt;b&gt;</p>')
})

test('a sentence gets its values, and nothing for a missing one', () => {
  expect(fillIn('{{count}} of {{ many }}{{many}}{{name}}', { count: 0, name: 'Ravens' })).toBe(
    '0 of {{ many }}Ravens',
  )
})

test('the digest of an event changes with each fact that participants are notified of', () => {
  const event = {
    starts_at: DAY,
    ends_at: 2 * DAY,
    location: 'Graz',
    event_type: 'online',
    cancelled_at: null,
  }
  const others = [
    { starts_at: 1 },
    { ends_at: 1 },
    { location: null },
    { event_type: null },
    { cancelled_at: 1 },
  ]
  const digests = [event, ...others.map((other) => ({ ...event, ...other }))].map(factsOf)
  expect(new Set(digests).size).toBe(6)
  expect(factsOf({ ...event, cancelled_at: 2 })).toBe(factsOf({ ...event, cancelled_at: 1 }))
  for (const digest of digests) expect(digest).toMatch(/^[\da-f]{64}$/)
})

describe('secrets', () => {
  const vault = makeVault('the key of the server', 'invite link')

  test('are random, and stored as digests', () => {
    expect(secretText()).toMatch(/^[\w-]{43}$/)
    expect(secretText()).not.toBe(secretText())
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('open for their owner, their purpose and their key alone, and only undamaged', () => {
    const sealed = vault.seal('Größe', 7)
    expect(sealed).toMatch(/^[\w-]+$/)
    expect(vault.seal('Größe', 7)).not.toBe(sealed)
    expect(vault.open(sealed, 7)).toBe('Größe')
    expect(vault.open(sealed, '7')).toBe('Größe')
    expect(vault.open(sealed, 8)).toBeNull()
    expect(makeVault('the key of the server', 'second factor').open(sealed, 7)).toBeNull()
    expect(makeVault('another key', 'invite link').open(sealed, 7)).toBeNull()
    expect(vault.open(`${sealed.slice(0, -4)}AAAA`, 7)).toBeNull()
    expect(vault.open('short', 7)).toBeNull()
  })
})
