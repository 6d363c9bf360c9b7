import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import * as generalLimits from '#contract/limits.ts'
import { deskSchemas } from '#contract/schemas/desk.ts'
import { GlossaryEntryForm } from '#contract/schemas/glossary.ts'
import { emailAddress, line, longText } from '#contract/schemas/shared.ts'
import { describedCalls } from '#contract/schemas/tables.ts'
import {
  SECTION_LEVELS,
  TransferCategory,
  TransferEntry,
  TransferPart,
  TransferRule,
  TransferSection,
  TransferType,
} from '#contract/schemas/transfer.ts'
import * as securityLimits from '#contract/securityLimits.ts'

const limits = { ...generalLimits, ...securityLimits }

type Schema = {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly const?: unknown
  readonly pattern?: string
} & Readonly<Record<'minLength' | 'maxLength' | 'minItems' | 'maxItems', number | undefined>> &
  Readonly<Record<'minimum' | 'maximum', number | undefined>>

const HEX = '^[0-9a-f]{32}$'
/** What a field takes, in a few signs: `1–400 line`. Undefined for a field without limits. */
function said({ const: only, pattern, ...schema }: Schema): string | undefined {
  if (only !== undefined || schema.type === 'null') return undefined
  const kind = { [limits.LINE_PATTERN]: 'line', [limits.EMAIL_PATTERN]: 'e-mail' }[pattern ?? '']
  const range = (least = 0, most: number | string = 'any') => `${least}–${most}`
  if (schema.type === 'string') {
    const word = kind ?? { '\\S': 'not blank', [HEX]: 'upload' }[pattern ?? '']
    const other = pattern === undefined ? 'text' : 'time'
    return `${range(schema.minLength, schema.maxLength)} ${word ?? other}`
  }
  if (schema.type === 'array') return `${range(schema.minItems, schema.maxItems)} rows`
  if (schema.type === 'integer') return range(schema.minimum, schema.maximum)
  return undefined
}
function fields(schema: Schema, path: string): [string, string][] {
  const { anyOf, properties, items } = schema
  if (anyOf) return anyOf.flatMap((one) => fields(one, path))
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) => fields(one, `${path}.${name}`))
  const own = said(schema)
  const here: [string, string][] = own === undefined ? [] : [[path, own]]
  return items === undefined ? here : [...here, ...fields(items, `${path}[]`)]
}
type Parts = {
  readonly querystring?: object
  readonly body?: object
  readonly response?: object
}
/** Of parameters in the address and of the body; ids are the same everywhere. */
const ofCall = (name: string, { querystring, body }: Parts): [string, string][] =>
  [querystring, body]
    .flatMap((part) => (part === undefined ? [] : fields(part as Schema, name)))
    .filter(([, what]) => what !== ID)

const ID = '1–2147483647'
const LINE = '1–400 line'
const NAME = '1–100 line'
const ANY_LINE = '0–400 text'
const LONG = '1–20000 not blank'
const MAIL = '1–400 e-mail'
const SECRET = '8–400 text'
const TIME = '0–40 time'
const UPLOAD = '0–any upload'
const REASON = '1–2000 not blank'
const POSITION = '0–2147483647'
const KEY = '1–120 not blank'
const ROWS = '0–100000 rows'

const CODE = '1–40 not blank'

const SITE = {
  'login.email': '1–400 not blank',
  'login.password': '1–400 not blank',
  'refresh.refresh': '1–1000 text',
  'logout.refresh': '0–any text',
  'register.email': MAIL,
  'register.username': LINE,
  'register.password': SECRET,
  'resendActivation.email': MAIL,
  'requestPasswordReset.email': MAIL,
  'verifyPasswordReset.request_id': '0–any text',
  'applyPasswordReset.new_password': SECRET,
  'applyPasswordReset.request_id': '0–any text',
  'activateAccount.request_id': '0–any text',
  'login.code': CODE,
  'stepUp.password': '1–400 not blank',
  'stepUp.code': CODE,
  'confirmSecondFactor.code': CODE,
  'addPasskey.name': NAME,
  'renamePasskey.name': NAME,
  'changePassword.new_password': SECRET,
  'changeEmail.new_email': MAIL,
  'createNameChange.new_name': LINE,
  'createNameChange.reason': '0–20000 text',
  'saveOrderDetails.first_name': LINE,
  'saveOrderDetails.last_name': LINE,
  'saveOrderDetails.email': MAIL,
  'saveOrderDetails.phone_number': ANY_LINE,
  'saveOrderDetails.country_key': LINE,
  'saveOrderDetails.city': LINE,
  'saveOrderDetails.zipcode': LINE,
  'saveOrderDetails.address': LINE,
  'createGroup.name': LINE,
  'inviteMember.username': LINE,
  ...Object.fromEntries(
    ['listRuleEntries', 'listQuickEntries'].flatMap((call) =>
      ['search', 'category', 'subcategory'].map((name) => [`${call}.${name}`, ANY_LINE]),
    ),
  ),
  ...Object.fromEntries(
    ['search', 'type', 'subtype', 'showUserEntries', 'showMyEntries', 'sort', 'entry'].map(
      (name) => [`listGlossaryEntries.${name}`, ANY_LINE],
    ),
  ),
  'signUp.answers': '0–5 rows',
  'signUp.answers[]': '0–500 text',
  'signUp.time_zone': '0–100 text',
  'listGlossaryEntries.limit': '1–100',
  'listGlossaryEntries.cursor': '0–1000 text',
  'createGlossarySubEntries.sub_entries': '1–50 rows',
  'createGlossarySubEntries.sub_entries[].title': NAME,
  'createGlossarySubEntries.sub_entries[].content': LONG,
  'form.title': NAME,
}

/** Every list of the desk takes the same. */
const LIST = { sort: '0–200 text', range: '0–50 text', filter: '0–20000 text' }
const ORDER = { ids: '1–20000 rows' }
const NAMED = { name: LINE, position: POSITION }
const sections = (title: string, content: string) => ({
  sub_entries: '0–500 rows',
  'sub_entries[].title': title,
  'sub_entries[].content': content,
  'sub_entries[].level': '0–5',
})
const ENTRY = { title: NAME, description: '0–20000 text', ...sections(NAME, LONG) }
/** What creating and updating take. */
const DESK: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contents: {
    title: LINE,
    short_description: LINE,
    description: LONG,
    starts_at: TIME,
    ends_at: TIME,
    location: ANY_LINE,
    seats: '1–1000',
    waiting_max: '0–500',
    registration_closes_at: TIME,
    confirm_hours: '1–168',
    questions: '0–5 rows',
    'questions[].text': '1–200 line',
    picture_upload: UPLOAD,
  },
  'download-categories': { title: LINE, position: POSITION },
  'download-files': {
    display_name: LINE,
    download_file_name: '1–200 line',
    description: '0–20000 text',
    position: POSITION,
    file_upload: UPLOAD,
    picture_upload: UPLOAD,
  },
  'rule-categories': NAMED,
  'rule-subcategories': NAMED,
  'quick-subcategories': NAMED,
  'rule-entries': {
    title: LINE,
    position: POSITION,
    ...sections(LINE, '0–20000 text'),
    picture_upload: UPLOAD,
  },
  'rule-videos': {
    title: LINE,
    position: POSITION,
    file_upload: UPLOAD,
    webm_upload: UPLOAD,
    captions_upload: UPLOAD,
    poster_upload: UPLOAD,
  },
  'glossary-types': { ...NAMED, icon: '0–60 text' },
  'glossary-subtypes': NAMED,
  'glossary-entries': { ...ENTRY, picture_upload: UPLOAD },
}
/** What the other calls take. */
const DESK_CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'session.logIn': { email: '1–400 text', password: '1–400 text', code: '1–40 text' },
  'second-factor.confirm': { code: '1–40 text' },
  'contents.publish': { at: TIME },
  'review.approve': {
    ...Object.fromEntries(
      Object.entries({ ...ENTRY, updated_at: TIME }).map(([name, what]) => [`edits.${name}`, what]),
    ),
    reason: '0–2000 text',
  },
  'review.reject': { reason: REASON },
  'review.askChanges': { reason: REASON },
  'groups.close': { reason: REASON },
  'name-changes.refuse': { reason: REASON },
  'contents.writeToRegistered': { subject: '1–150 line', text: '1–10000 not blank' },
  'messages.answer': { text: '1–10000 not blank', seen: POSITION },
}

const FILE = { key: KEY, name: LINE }
const TRANSFER: readonly [string, TSchema, Readonly<Record<string, string>>][] = [
  ['a section', TransferSection, { title: LINE, content: '0–20000 text', sections: ROWS }],
  ['a part', TransferPart, FILE],
  ['a category', TransferCategory, { ...FILE, subcategories: ROWS }],
  ['a type', TransferType, { ...FILE, icon: '0–60 text', subtypes: ROWS }],
  [
    'a rule',
    TransferRule,
    {
      key: KEY,
      title: LINE,
      category: KEY,
      subcategory: KEY,
      quick_subcategory: KEY,
      sections: ROWS,
    },
  ],
  [
    'a glossary entry',
    TransferEntry,
    {
      key: KEY,
      title: NAME,
      description: '0–20000 text',
      type: KEY,
      subtype: KEY,
      author: '1–400 not blank',
      rejection_reason: '0–2000 text',
      created_at: TIME,
      sections: ROWS,
    },
  ],
]

describe('how much a call takes', () => {
  test('the fields of every call of the site have their limits', () => {
    const site = describedCalls.flatMap(({ name, schema }) => ofCall(name, schema))
    const form = ofCall('form', { body: GlossaryEntryForm })
    expect(Object.fromEntries([...site, ...form])).toEqual(SITE)
  })

  test.each(Object.entries(deskSchemas))('so have those of the desk: %s', (resource, calls) => {
    for (const [call, schema] of Object.entries<Parts>(calls)) {
      const name = `${resource}.${call}`
      const expected =
        call === 'create' || call === 'update'
          ? (DESK[resource] ?? {})
          : ({ list: LIST, order: ORDER }[call] ?? DESK_CALLS[name] ?? {})
      const found = ofCall('', schema).map(([path, what]) => [path.slice(1), what])
      expect([name, Object.fromEntries(found)]).toEqual([name, expected])
    }
  })

  test.each(TRANSFER)('%s in a file has its limits', (_what, schema, expected) => {
    const found = fields(schema as Schema, '').map(([path, what]) => [path.slice(1), what])
    expect(Object.fromEntries(found)).toEqual(expected)
    expect(SECTION_LEVELS).toBe(6)
  })

  test('lists, groups and members have theirs', () => {
    expect(limits).toMatchObject({
      ENTRY_TEXT_MAX: 100_000,
      PENDING_ENTRIES_MAX: 100,
      ID_MAX: 2_147_483_647,
      MUTE_DAYS: { '2w': 14, '1m': 30 },
      IMAGE_BYTES_MAX: 15 * 1024 * 1024,
      UNPAGED_MAX: 5000,
      TOTAL_CAP: 1000,
      GROUPS_OWNED_MAX: 200,
      MEMBERSHIPS_MAX: 300,
      GROUP_SIZE_MAX: 50,
      INVITES_RECEIVED_MAX: 200,
      MUTES_MAX: 500,
      NOTICES_MAX: 5,
      NOTICE_DAYS: 30,
      PASSKEYS_MAX: 20,
      RECOVERY_CODES: 10,
      SECURITY_EVENTS_MAX: 200,
      EXPORTS_PER_DAY: 3,
      EXPORT_HOURS: 24,
      DELETION_DAYS: 14,
      UNDO_EMAIL_DAYS: 7,
      WRITES_PER_MINUTE: 120,
      CONSENT_DAYS: 750,
    })
  })
})

describe('a text', () => {
  const takes = (schema: TSchema) => {
    const check = new Ajv({ strict: false }).compile(schema)
    return (text: string) => check(text)
  }

  test.each([
    ['one letter', 'x', true],
    ['the longest', 'x'.repeat(400), true],
    ['one sign more', 'x'.repeat(401), false],
    ['signs that count twice elsewhere', '𝔸'.repeat(400), true],
    ['nothing', '', false],
    ['blanks', ' \t', false],
    ['a Braille blank', '\u2800', false],
    ['signs without a width', '\u200b\u2060\u00ad', false],
    ['two lines', 'a\nb', false],
    ['a carriage return', 'a\rb', false],
    ['a letter among invisible signs', '\u200ba\u200b', true],
    ...['\u202a', '\u202e', '\u2066', '\u2069'].map((sign): [string, string, boolean] => [
      `a change of direction (${sign.charCodeAt(0).toString(16)})`,
      `a${sign}b`,
      false,
    ]),
    ['a mark of direction', 'a\u200fb', true],
  ])('of one line may be %s', (_what, text, isTaken) => {
    expect(takes(line())(text)).toBe(isTaken)
  })

  test.each([
    ['a@b.c', true],
    ['a.b+c@d.e.example', true],
    ['a@b', false],
    ['a b@c.d', false],
    ['a@b.c ', false],
    ['a@@b.c', false],
    ['@b.c', false],
    ['a@b.', false],
  ])('that is an e-mail address may be %p', (text, isTaken) => {
    expect(takes(emailAddress())(text)).toBe(isTaken)
  })

  test('of several lines may not be blank', () => {
    const isTaken = takes(longText())
    expect([isTaken('a\n\nb'), isTaken(' \n'), isTaken('')]).toEqual([true, false, false])
  })

  test.each([
    ['register', limits.REGISTER_PASSWORD_PATTERN, 'Ab1!xyzw', 'Ab1!xyz'],
    ['register', limits.REGISTER_PASSWORD_PATTERN, 'Ab1ßxyz-', 'Ab1 xyzw'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'Ab1&xyzw', 'Ab1&xyz'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'Ab1@xyz!', 'Ab1!xyz-'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'aB1aaaaa'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'ab1!aaaa'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'AB1!AAAA'],
    ['reset', limits.RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'aBc!aaaa'],
  ])('that is a password to %s has its signs (%#)', (_screen, pattern, good, bad) => {
    const isTaken = takes({ type: 'string', pattern })
    expect([isTaken(good), isTaken(bad)]).toEqual([true, false])
  })
})
