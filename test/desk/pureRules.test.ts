import { globSync, readdirSync, readFileSync } from 'node:fs'
import type { DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { changesOf, textOf, timeIn } from '#desk/audit/ChangeTable.tsx'
import { deskTitle, hasOwnMark } from '#desk/frame/deskTitle.ts'
import {
  deskResources,
  i18nProvider,
  keysOf,
  resourceName,
  type TextKey,
  t,
  textOr,
} from '#desk/i18n.ts'
import { actOf, actorOf, headingOf } from '#desk/parts/auditSentences.ts'
import { OTHER_ICONS } from '#desk/parts/DeskIcon.tsx'
import { fieldName } from '#desk/parts/fieldName.ts'
import { dayOf, momentOf, since, span } from '#desk/parts/times.ts'
import { darkPalette, lightPalette, type Palette } from '#desk/theme/theme.ts'

test('a key that does not exist does not compile', () => {
  // @ts-expect-error no such key: if this compiles, the types of the keys are off
  const wrong: TextKey = 'uploads.no_such_key'
  // @ts-expect-error half a key is none
  const half: TextKey = 'uploads'
  expect([t(wrong), t(half)]).toEqual(['uploads.no_such_key', 'uploads'])
})

test('values and plural forms are filled in', () => {
  expect(t('actions_for', { name: 'A %{size} $& moth' })).toBe('Actions for A %{size} $& moth')
  expect(t('contents.tell', { smart_count: 1 })).toBe('We’ll email 1 member.')
  expect(t('contents.tell', { smart_count: 12 })).toBe('We’ll email 12 members.')
  expect(resourceName('glossary-entries')).toBe('Glossary entries')
  expect(resourceName('glossary-entries', 1)).toBe('Glossary entry')
})

test('the title of the desk has the name that its page announces', () => {
  expect([deskTitle(), hasOwnMark()]).toEqual(['Discordia, staff desk', false])
  const facts = { stamp: '1', name: 'Würfel & Co', mark: 'plain' }
  const tag = Object.assign(document.createElement('meta'), { name: 'kit' })
  tag.content = JSON.stringify(facts)
  document.head.append(tag)
  expect([deskTitle(), hasOwnMark()]).toEqual(['Würfel & Co, staff desk', true])
  tag.remove()
})

test('a key made of data falls back', () => {
  expect(textOr('audit.verbs.logIn', 'other')).toBe('logged in')
  for (const action of ['unheardOf', 'constructor', 'name.length'])
    expect(textOr(`audit.verbs.${action}`, action)).toBe(action)
})

test('the desk replaces some texts of react-admin and keeps the others', () => {
  expect(i18nProvider.translate('ra.action.add_filter')).toBe('Filters')
  expect(i18nProvider.translate('ra.action.save')).toBe('Save')
  expect(i18nProvider.translate('ra.saved_queries.remove_label_with_name', { name: 'Stuck' })).toBe(
    'Remove the saved filter “Stuck”',
  )
})

const logged = Object.entries(deskCalls).flatMap(([resource, calls]) =>
  Object.entries<DeskRoute>(calls)
    .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
    .map(([action]) => ({ resource, action })),
)

test.each(logged)('the audit log has words for $resource.$action', (event) => {
  const named = { ...event, record: '7', record_name: null }
  const act = actOf(named)
  expect(act).toMatch(/^[a-z -]+( no\. 7( [a-z ]+)?)?$/)
  expect([`${event.action} no. 7`, actOf({ ...named, action: 'unknown' })]).not.toContain(act)
})

test('an audit event names its record, or its id where the log keeps no name', () => {
  const event = { resource: 'contents', action: 'publish', record: '7', record_name: 'Open Table' }
  expect(headingOf(event)).toBe('Published “Open Table”')
  expect(headingOf({ ...event, record_name: '%{action} |||| $&' })).toBe(
    'Published “%{action} |||| $&”',
  )
  expect(headingOf({ ...event, record_name: null })).toBe('Published no. 7')
  expect(headingOf({ ...event, action: 'order', record: null, record_name: null })).toBe(
    'Changed the order',
  )
  const read = { resource: 'registrations', action: 'list', record: null, record_name: null }
  expect(headingOf(read)).toBe('Read a list of people signed up')
  expect(headingOf({ ...read, resource: 'messages' })).toBe('Read the inbox')
})

test('what no account has done looks different from what an account of that name has', () => {
  const actor_name = 'command line'
  expect(actorOf({ actor_name, by_account: true })).toBe('command line')
  expect(actorOf({ actor_name, by_account: false })).toBe('[command line]')
})

test('only fields that differ are changes; nothing is nothing, whatever it is written as', () => {
  const before = {
    id: 1,
    title: 'Old',
    kind: 'news',
    location: null,
    updated_at: 'a',
    sections: [],
  }
  const after = { id: 1, title: 'New', kind: 'news', location: '', updated_at: 'b' }
  expect(changesOf(before, after)).toEqual([{ field: 'title', before: 'Old', after: 'New' }])
})

test('what was added or deleted as a whole is shown with the fields that have a value', () => {
  const entry = { title: 'Gone', description: '' }
  expect(changesOf(null, entry)).toEqual([{ field: 'title', before: null, after: 'Gone' }])
  expect(changesOf(entry, null)).toEqual([{ field: 'title', before: 'Gone', after: null }])
  expect(changesOf(null, null)).toEqual([])
})

test.each([
  ['short_description', 'Short description'],
  ['type_id', 'Type'],
  ['publish_at', 'Published'],
])('the field %s is called %s', (field, name) => expect(fieldName(field)).toBe(name))

test('times are numbers or texts', () => {
  expect(timeIn('publish_at', '2026-12-15T10:00:00.000Z')).toBe('2026-12-15T10:00:00.000Z')
  expect(timeIn('decided_at', 0)).toBe('1970-01-01T00:00:00.000Z')
  expect(timeIn('size', 5)).toBeNull()
  expect(timeIn('title', '2026')).toBeNull()
})

test('people, pictures and sections are shown by their names', () => {
  expect(textOf({ id: 7, username: 'mira' })).toBe('mira')
  expect(textOf({ url: '/files/a.webp', width: 1 })).toBe('/files/a.webp')
  expect(textOf([{ id: 3, title: 'Wicks', content: 'Trim them.' }, { title: 'Wax' }])).toBe(
    'Title: Wicks\nContent: Trim them.\n\nTitle: Wax',
  )
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [null, '–'],
  [0, '1 minute'],
  [20_000, '1 minute'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [23 * HOUR, '23 hours'],
  [24 * HOUR, '1 day'],
  [1234 * 24 * HOUR, '1234 days'],
])('%p milliseconds are %s', (milliseconds, text) => expect(span(milliseconds)).toBe(text))

test('a time in the future is no negative span', () => {
  expect(since(new Date(Date.now() + HOUR).toISOString())).toBe('1 minute')
})

test('times are written in the time zone of the reader', () => {
  const local = new Date(2024, 11, 15, 10, 5)
  expect(momentOf(local.toISOString())).toBe('Sun 15 Dec 2024, 10:05')
  expect(dayOf(new Date(2024, 0, 1, 0, 30).toISOString())).toBe('Mon 1 Jan 2024')
})

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

type Name = keyof Palette
const TEXTS: readonly [Name, readonly Name[]][] = [
  ['ink', ['ground', 'paper', 'added', 'removed']],
  ['ink-soft', ['ground', 'paper']],
  ['gold-deep', ['ground', 'paper']],
  ['ember', ['ground', 'paper']],
  ['moss', ['ground', 'paper']],
  ['onBar', ['bar']],
  ['onButton', ['button']],
  ['paper', ['gold-deep', 'ember']],
]
const SHAPES: readonly [Name, readonly Name[]][] = [
  ['field', ['ground', 'paper']],
  ['gold', ['paper']],
]
const pairs = (of: typeof TEXTS) =>
  of.flatMap(([on, all]) => all.map((under) => [on, under] as const))

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s colours of the desk', (_name, palette) => {
  test.each(pairs(TEXTS))('%s can be read on %s', (on, under) => {
    expect(contrast(palette[on], palette[under])).toBeGreaterThanOrEqual(4.5)
  })
  test.each(pairs(SHAPES))('%s can be seen on %s', (on, under) => {
    expect(contrast(palette[on], palette[under])).toBeGreaterThanOrEqual(3)
  })
})

test('the desk draws with no colour that its palette does not have', () => {
  const sources = globSync('desk/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const used = new Set(
    sources.flatMap((text) => [...text.matchAll(/var\(--([\w-]+)/g)]).map(([, name]) => name),
  )
  expect([...used].sort()).toEqual(expect.arrayContaining(['ink', 'line']))
  const known = new Set<string | undefined>([...Object.keys(lightPalette), 'mark-filter'])
  expect([...used].filter((name) => !known.has(name))).toEqual([])
})

test('the desk offers every icon that the site has for types, and no other', () => {
  const files = readdirSync('public/icons/game').filter((name) => name.endsWith('.svg'))
  expect(files.sort()).toEqual(keysOf('icons').map((name) => `${name}.svg`))
})

test('every resource of the desk has an icon in its sprite, and nothing is drawn in vain', () => {
  const sprite = readFileSync('public/icons/desk.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)
  expect(drawn.toSorted()).toEqual([...deskResources, ...OTHER_ICONS].sort())
})
