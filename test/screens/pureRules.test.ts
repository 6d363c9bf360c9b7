import { DETAIL } from '#contract/errors.ts'
import { ID_MAX } from '#contract/fields.ts'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import { newPasswordProblems, registerProblems } from '#src/features/account/accountRules.ts'
import { loginErrorKey } from '#src/features/account/LoginPage.tsx'
import { registerError } from '#src/features/account/RegisterPage.tsx'
import { newsFilters, visibleArticles } from '#src/features/content/newsFilters.ts'
import { downloadFilters, fileType, visibleFiles } from '#src/features/downloads/DownloadsPage.tsx'
import { imageProblem } from '#src/features/formatting/pictureRules.ts'
import { entryPath } from '#src/features/glossary/EntryDetails.tsx'
import { readFilters, writeFilters } from '#src/features/glossary/glossaryFilters.ts'
import { problemsIn } from '#src/features/glossary/NewEntryDialog.tsx'
import {
  emptyMessage,
  groupEntries,
  queryOf,
  ruleFilters,
} from '#src/features/rules/ruleFilters.ts'
import { readItemState } from '#src/features/rules/ruleNavigation.ts'
import { fileSize } from '#src/platform/intl.ts'
import { idIn } from '#src/platform/urlParts.ts'
import { EMPTY_DRAFT } from '#src/store/glossary/draftSlice.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { emptyIn } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import {
  aBasicRule,
  aContentItem,
  aDownloadCategory,
  aDownloadFile,
  aQuickRule,
  id,
} from '#test/helpers/fixtures/siteState.ts'

const refused = (detail: unknown) => ({ status: 400, data: { detail } })

test('an email may have white space around it; a field of white space is empty', () => {
  expect(isEmail(' wren@example.org ')).toBe(true)
  for (const text of ['wren', 'wren@example', '@example.org', 'w ren@example.org'])
    expect(isEmail(text)).toBe(false)
  expect(emptyIn({ email: ' ', password: 'x', confirm: '' })).toEqual(['email', 'confirm'])
})

const form = {
  email: 'wren@example.org',
  username: 'wren',
  password: 'Secret-1',
  confirm: 'Secret-1',
}
test.each([
  [{}, {}],
  [{ email: 'wren' }, { email: 'register.bad_email' }],
  [{ email: '' }, {}],
  [{ confirm: 'Secret-2' }, { confirm: 'register.password_mismatch' }],
  [{ confirm: '' }, {}],
  [{ password: '', confirm: 'Secret-1' }, {}],
  [{ password: 'Secre-1', confirm: 'Secre-1' }, { password: 'register.bad_password_regex' }],
  [
    { email: 'wren', password: 'weak', confirm: 'other' },
    {
      email: 'register.bad_email',
      confirm: 'register.password_mismatch',
      password: 'register.bad_password_regex',
    },
  ],
])('registering with %j: %j', (changed, problems) => {
  expect(registerProblems({ ...form, ...changed })).toEqual(problems)
})

test.each(['secret-1', 'SECRET-1', 'Secret--', 'Secret11'])('registering with %s', (password) => {
  const problems = registerProblems({ ...form, password, confirm: password })
  expect(problems).toEqual({ password: 'register.bad_password_regex' })
})

test.each([
  ['Secret@1', {}],
  ['Secret&1', {}],
  ['Secret-1', { password: 'register.bad_change_password' }],
  ['Secre!1', { password: 'register.bad_change_password' }],
  ['Secret11', { password: 'register.bad_change_password' }],
  ['secret!1', { password: 'register.bad_change_password' }],
  ['Secrät!1', { password: 'register.bad_change_password' }],
])('the new password %s: %j (ruling 41)', (password, problems) => {
  expect(newPasswordProblems({ password, confirm: password })).toEqual(problems)
})

test.each([
  [DETAIL.noActiveAccount, 'login.invalid_credentials'],
  [DETAIL.blank, 'login.fill_in'],
  ['Something else.', 'login.comm_error'],
  [undefined, 'login.comm_error'],
])('a login that is refused with %j: %s', (detail, key) => {
  expect(loginErrorKey(refused(detail))).toBe(key)
})

test.each([
  ['A user with this username exists.', { field: 'username', key: 'register.username_exists' }],
  ['USER WITH THIS EMAIL exists.', { field: 'email', key: 'register.email_exists' }],
  ['Something else.', { key: 'register.register_fail' }],
])('registering that is refused with %j: %j', (detail, expected) => {
  expect(registerError(refused(detail))).toEqual(expected)
})

const section = (key: number, title: string, content: string) => ({ key, title, content })
test.each([
  [
    {},
    {
      title: 'glossary.name_required',
      typeId: 'glossary.type_required',
      'title-1': 'glossary.section_empty',
    },
  ],
  [
    { title: ' ', typeId: id<never>(3) },
    { title: 'glossary.name_required', 'title-1': 'glossary.section_empty' },
  ],
  [
    { title: 'Moth', typeId: id<never>(3), sections: [section(1, 'a', 'b'), section(2, 'a', ' ')] },
    { 'content-2': 'glossary.section_empty' },
  ],
  [
    { title: 'Moth', typeId: id<never>(3), sections: [section(1, '', 'b'), section(2, 'a', 'b')] },
    { 'title-1': 'glossary.section_empty' },
  ],
])('the draft %j may not be sent', (changed, problems) => {
  expect(problemsIn({ ...EMPTY_DRAFT, ...changed })).toEqual(problems)
})

test.each([
  ['image/jpeg', IMAGE_BYTES_MAX, null],
  ['image/png', IMAGE_BYTES_MAX + 1, 'glossary.image_size'],
  ['image/gif', 1, 'glossary.image_type'],
  ['image/svg+xml', 1, 'glossary.image_type'],
  ['application/pdf', 1, 'glossary.image_type'],
  ['', 1, 'glossary.image_type'],
  ['image/gif', IMAGE_BYTES_MAX + 1, 'glossary.image_type'],
])('an image of type %s with %i bytes: %s', (type, size, problem) => {
  expect(imageProblem({ type, size } as Blob)).toBe(problem)
})

test.each([
  ['map.pdf', undefined, 'PDF'],
  ['map.of.the.north.Zip', 'application/pdf', 'ZIP'],
  ['map.pages', undefined, 'PAGES'],
  ['map.numbers', 'application/pdf', 'PDF'],
  ['map', 'image/png; q=1', 'PNG'],
  ['map', 'application/octet-stream', null],
  ['map.', null, null],
])('the file %s of type %s is a %s', (download_file_name, media_type, type) => {
  expect(fileType({ download_file_name, media_type } as never)).toBe(type)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1499, '1 kB'],
  [999_499, '999 kB'],
  [1_440_000, '1.4 MB'],
  [2_000_000, '2 MB'],
  [2_550_000_000, '2.6 GB'],
  [-1, null],
  [Number.NaN, null],
  ['1', null],
])('a size of %j is %j', (bytes, text) => expect(fileSize(bytes, 'en')).toBe(text))

test.each([
  [999, '999 Byte'],
  [1_440_000, '1,4 MB'],
])('a size of %j is %j in German', (bytes, text) => expect(fileSize(bytes, 'de')).toBe(text))

test('rules are grouped by category and sub-category in the order of their first entry', () => {
  const rule = (number: number, category: number | null, subcategory: number | null) =>
    aBasicRule({ id: id(number), category, subcategory } as never)
  const grouped = groupEntries([
    rule(1, 3, 5),
    rule(2, 2, 6),
    rule(3, 3, 4),
    rule(4, 3, 5),
    rule(5, null, null),
  ])
  expect(
    grouped.map(({ category, groups }) => [
      category,
      groups.map(({ subcategory, entries }) => [subcategory, entries.map((entry) => entry.id)]),
    ]),
  ).toEqual([
    [
      3,
      [
        [5, [1, 4]],
        [4, [3]],
      ],
    ],
    [2, [[6, [2]]]],
    ['quick_entries', [[null, [5]]]],
  ])
  const quick = aQuickRule({ id: id(1), quick_subcategory: id(9) })
  expect(groupEntries([quick])).toEqual([
    { category: 'quick_entries', groups: [{ subcategory: 9, entries: [quick] }] },
  ])
})

const query = (text: string) => new URLSearchParams(text)

test.each([
  ['1', 1],
  [String(ID_MAX), ID_MAX],
  [String(ID_MAX + 1), null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['one', null],
  ['', null],
  [null, null],
])('the id in %j of a URL is %j', (text, expected) => expect(idIn(text)).toBe(expected))

const ANY_EVENT = { location: 'Any', type: 'Any', kind: 'Any', view: 'list', month: null } as const
const ALL_NEWS = { hasNews: true, hasEvents: true, ...ANY_EVENT, count: 4 } as const
test.each([
  ['', ALL_NEWS, ''],
  ['news=off', { ...ALL_NEWS, hasNews: false }, 'news=off'],
  ['events=off', { ...ALL_NEWS, hasEvents: false }, 'events=off'],
  ['news=on&events=no', ALL_NEWS, ''],
  ['location=National', { ...ALL_NEWS, location: 'National' }, 'location=National'],
  [
    'location=International&type=Online',
    { ...ALL_NEWS, location: 'International', type: 'Online' },
  ],
  ['type=Offline', { ...ALL_NEWS, type: 'Offline' }, 'type=Offline'],
  ['type=Both&location=Any', ALL_NEWS, ''],
  ['kind=workshops&view=week', ALL_NEWS, ''],
  ['view=month', { ...ALL_NEWS, view: 'month' }, 'view=month'],
  ['view=month&month=2026-12', { ...ALL_NEWS, view: 'month', month: '2026-12' }],
  ['view=month&month=2026-13', { ...ALL_NEWS, view: 'month' }, 'view=month'],
  ['count=8', { ...ALL_NEWS, count: 8 }, 'count=8'],
  ['count=7', ALL_NEWS, ''],
  ['count=11', { ...ALL_NEWS, count: 8 }, 'count=8'],
  ['count=-8', ALL_NEWS, ''],
  ['count=Infinity', ALL_NEWS, ''],
] as const)('the news of ?%s', (text, filters, written: string = text) => {
  expect(newsFilters.read(query(text))).toEqual(filters)
  expect(newsFilters.write(filters).toString()).toBe(written)
})

const ALL_RULES = { tab: 'quick', search: '', category: 'Any', subcategory: 'Any' } as const
test.each([
  ['', ALL_RULES, ''],
  ['tab=basic', { ...ALL_RULES, tab: 'basic' }, 'tab=basic'],
  ['tab=other', ALL_RULES, ''],
  ['search=fire', { ...ALL_RULES, search: 'fire' }, 'search=fire'],
  ['subcategory=4', { ...ALL_RULES, subcategory: '4' }, 'subcategory=4'],
  ['category=3', ALL_RULES, ''],
  [
    'tab=basic&category=3&subcategory=4',
    { ...ALL_RULES, tab: 'basic', category: '3', subcategory: '4' },
    'tab=basic&category=3&subcategory=4',
  ],
  ['subcategory=x', ALL_RULES, ''],
] as const)('the rules of ?%s', (text, filters, written) => {
  expect(ruleFilters.read(query(text))).toEqual(filters)
  expect(ruleFilters.write(filters).toString()).toBe(written)
})

test('a search in a URL is as long as one that is typed: 400 characters', () => {
  const long = query(`search=${'x'.repeat(401)}`)
  expect(ruleFilters.read(long).search).toHaveLength(400)
  expect(readFilters(long, false).search).toHaveLength(400)
})

test.each([
  ['quick', '', 'Any', 'rules.no_quick'],
  ['basic', '', 'Any', 'rules.no_basic'],
  ['quick', ' ', '4', 'rules.empty_quick_subcategory'],
  ['basic', '', '4', 'rules.empty_subcategory'],
  ['quick', 'fire', '4', 'rules.no_quick'],
  ['basic', 'fire', '4', 'rules.no_basic'],
] as const)('no %s rules for %j in sub-category %s: %s', (tab, search, subcategory, message) => {
  expect(emptyMessage({ tab, search, category: '3', subcategory })).toBe(message)
})

test('the search for rules is sent without the spaces around it', () => {
  const filters = { ...ALL_RULES, search: ' fire ', subcategory: '4' }
  expect(queryOf(filters)).toEqual({ search: 'fire', category: 'Any', subcategory: '4' })
})

const entry = aBasicRule({ id: id(7) })
test.each([
  [
    { entry, kind: 'basic', rulesQuery: '?tab=basic' },
    { entry, kind: 'basic', rulesQuery: '?tab=basic' },
  ],
  [{ entry: { ...entry, id: 8 } }, {}],
  [{ entry: { ...entry, title: 3 } }, {}],
  [{ entry: { ...entry, type: 'other' } }, {}],
  [{ kind: 'quick' }, { kind: 'quick' }],
  [{ kind: 'other', rulesQuery: 3 }, {}],
  [null, {}],
  ['basic', {}],
])('of the navigation state %# the page of rule 7 takes what fits', (state, expected) => {
  expect(readItemState(state, id(7))).toEqual(expected)
})

test.each([
  ['', NO_FILTERS, ''],
  ['search=moth', { ...NO_FILTERS, search: 'moth' }, 'search=moth'],
  ['type=3&subtype=4', { ...NO_FILTERS, type: 3, subtype: 4 }, 'type=3&subtype=4'],
  ['type=x&subtype=0', NO_FILTERS, ''],
  ['show=users', { ...NO_FILTERS, showUserEntries: true }, 'show=users'],
  ['show=mine', { ...NO_FILTERS, showMyEntries: true }, 'show=mine'],
  ['sort=newest', { ...NO_FILTERS, sort: 'Newest First' }, 'sort=newest'],
  ['sort=oldest', { ...NO_FILTERS, sort: 'Oldest First' }, 'sort=oldest'],
  ['sort=Alphabetical', NO_FILTERS, ''],
] as const)('the glossary of ?%s', (text, filters, written) => {
  const typed = filters as typeof NO_FILTERS
  expect(readFilters(query(text), true)).toEqual(typed)
  expect(writeFilters(typed).toString()).toBe(written)
})

test('only members have own entries; the entry is the last in the URL', () => {
  expect(readFilters(query('show=mine'), false)).toEqual(NO_FILTERS)
  expect(readFilters(query('show=users'), false).showUserEntries).toBe(true)
  expect(writeFilters({ ...NO_FILTERS, search: 'moth' }, id(7)).toString()).toBe(
    'search=moth&entry=7',
  )
})

test.each([
  [false, false, '/discordia/world?entry=7'],
  [true, false, '/discordia/world?show=mine&entry=7'],
  [false, true, '/discordia/world?show=mine&entry=7'],
])('the URL of an entry, pending %s, rejected %s: %s', (pending, is_rejected, path) => {
  expect(entryPath({ id: id(7), pending, is_rejected })).toBe(path)
})

const news = [1, 2, 3].map((number) => aContentItem({ id: id(number), type: 'News' }))
const event = (number: number, event_scope: string, event_type: string) =>
  aContentItem({ id: id(number), type: 'Event', event_scope, event_type } as never)
const events = [
  event(11, 'National', 'Online'),
  event(12, 'International', 'Offline'),
  event(13, 'National', 'Both'),
  event(14, 'International', 'Online'),
]
test.each([
  [{}, [1, 11, 2, 12, 3, 13, 14]],
  [{ hasNews: false }, [11, 12, 13, 14]],
  [{ hasEvents: false }, [1, 2, 3]],
  [{ hasNews: false, hasEvents: false }, []],
  [{ hasNews: false, location: 'National' }, [11, 13]],
  [{ hasNews: false, location: 'International' }, [12, 14]],
  [{ hasNews: false, type: 'Online' }, [11, 13, 14]],
  [{ hasNews: false, type: 'Offline' }, [12, 13]],
  [{ hasNews: false, type: 'Offline', location: 'National' }, [13]],
  [{ type: 'Offline', location: 'National' }, [1, 13, 2, 3]],
] as const)('news and events for %j alternate, each in its own order', (changed, expected) => {
  const shown = visibleArticles(news, events, { ...ALL_NEWS, ...changed })
  expect(shown.map((article) => article.id)).toEqual(expected)
})

const map = aDownloadFile({ id: id(1), display_name: 'Map of the North' })
const sheet = aDownloadFile({ id: id(2), display_name: 'Character sheet' })
const south = aDownloadFile({ id: id(3), display_name: 'Map of the South' })
const categories = [
  aDownloadCategory({ id: id(1), title: 'Maps', download_files: [map, south] }),
  aDownloadCategory({ id: id(2), title: 'Sheets', download_files: [sheet] }),
  aDownloadCategory({ id: id(3), title: 'Empty', download_files: [] }),
]
test.each([
  ['', -1, [[1, 3], [2]]],
  [' map ', -1, [[1, 3]]],
  ['SHEET', -1, [[2]]],
  ['', 2, [[2]]],
  ['map', 2, 'no_match'],
  ['', 3, 'none_in_category'],
  ['map', 3, 'none_in_category'],
  ['moth', -1, 'no_match'],
] as const)('files for %j in category %i: %j', (search, categoryId, expected) => {
  const { groups, message } = visibleFiles(categories, { search, categoryId })
  const ids = groups?.map(({ files }) => files.map((file) => file.id))
  expect(ids ?? message).toEqual(expected)
})

test('categories without files, and no categories at all, say different things', () => {
  const all = { search: '', categoryId: -1 }
  expect(visibleFiles(categories.slice(2), all).message).toBe('none')
  expect(visibleFiles([], all).message).toBe('load_failed')
})

test.each([
  ['', { search: '', categoryId: -1 }, ''],
  ['search=map&category=2', { search: 'map', categoryId: 2 }, 'search=map&category=2'],
  ['category=-1', { search: '', categoryId: -1 }, ''],
])('the downloads of ?%s', (text, filters, written) => {
  expect(downloadFilters.read(query(text))).toEqual(filters)
  expect(downloadFilters.write(filters).toString()).toBe(written)
})
