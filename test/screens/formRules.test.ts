import { DETAIL } from '#contract/errors.ts'
import { IMAGE_BYTES_MAX } from '#contract/limits.ts'
import {
  emptyIn,
  isEmail,
  loginErrorKey,
  newPasswordProblems,
  registerError,
  registerProblems,
} from '#src/features/account/accountRules.ts'
import { fileSize, fileType } from '#src/features/downloads/fileFacts.ts'
import { imageProblem, maySend, problemsIn } from '#src/features/glossary/entryRules.ts'
import { groupEntries } from '#src/features/rules/groupEntries.ts'
import { EMPTY_DRAFT } from '#src/store/glossary/entryDraft.ts'
import { aBasicRule, aQuickRule, id } from '#test/helpers/fixtures/siteState.ts'

const refused = (detail: unknown) => ({ status: 400, data: { detail } })

test('an email may have white space around it; a field of white space is empty', () => {
  expect([' wren@example.org ', 'wren@example', 'wren'].map(isEmail)).toEqual([true, false, false])
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

test.each([
  ['Secret@1', {}],
  ['Secret&1', {}],
  ['Secret-1', { password: 'register.bad_change_password' }],
  ['Secre!1', { password: 'register.bad_change_password' }],
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
  [{}, { name: 'glossary.name_required', type: 'glossary.type_required', sections: [1] }],
  [
    { title: ' ' },
    { name: 'glossary.name_required', type: 'glossary.type_required', sections: [1] },
  ],
  [
    { title: 'Moth', typeId: id<never>(3), sections: [section(1, 'a', 'b'), section(2, 'a', ' ')] },
    { name: null, type: null, sections: [2] },
  ],
  [
    { title: 'Moth', typeId: id<never>(3), sections: [section(1, '', 'b'), section(2, 'a', 'b')] },
    { name: null, type: null, sections: [1] },
  ],
])('the draft %j may not be sent', (changed, problems) => {
  const found = problemsIn({ ...EMPTY_DRAFT, ...changed })
  expect(found).toEqual(problems)
  expect(maySend(found)).toBe(false)
})

test.each([
  ['image/jpeg', IMAGE_BYTES_MAX, null],
  ['image/png', IMAGE_BYTES_MAX + 1, 'glossary.image_size'],
  ['image/gif', 1, 'glossary.image_type'],
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
  [3e12, '3,000 GB'],
  [-1, null],
  [Number.NaN, null],
  ['1', null],
])('a size of %j is %j', (bytes, text) => expect(fileSize(bytes)).toBe(text))

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
