import type { MemberId } from '#contract/ids.ts'
import {
  PLANNED_DAYS_MAX,
  REPEAT_DAYS_MAX,
  SESSION_HOURS_MAX,
  SESSIONS_MAX,
} from '#server/modules/groups/limits.ts'
import * as page from '#server/modules/groups/page/policy.ts'
import * as planning from '#server/modules/groups/planning/policy.ts'
import { assertRepeats } from '#server/modules/groups/planning/series.ts'
import { type Membership, managersOf } from '#server/modules/groups/policy.ts'
import { sentence, verdict } from '#test/helpers/server/verdict.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 1000

const member = (id: number) => id as MemberId
const [ann, ben, cleo] = [member(1), member(2), member(3)] as const
const [dora, eve, finn, gil] = [member(4), member(5), member(6), member(7)] as const
const group: Membership = {
  name: 'Ravens',
  ownerId: ann,
  members: [ann, ben, cleo, dora, eve, finn],
  active: [ann, ben, cleo],
  coOwners: [ben],
  planners: 'owners',
}

describe('rules of the page of a group', () => {
  test('the owner, co-owners and members have their roles', () => {
    const withOwner = { ...group, coOwners: [ann, ben] }
    expect([ann, ben, cleo].map((id) => page.roleOf(withOwner, id))).toEqual([
      'owner',
      'co_owner',
      'member',
    ])
  })

  test('five members besides the owner may be co-owners, and one of them once more', () => {
    const verdictFor = (coOwners: MemberId[], target: MemberId) =>
      verdict(() => page.assertMayBeCoOwner({ ...group, coOwners }, target))
    const five = [ben, cleo, dora, eve, gil]
    expect(verdictFor(five, finn)).toBe('409 too_many_co_owners')
    expect(verdictFor(five, ben)).toBeUndefined()
    expect(verdictFor([ann, ...five.slice(1)], finn)).toBeUndefined()
    expect(verdictFor([], gil)).toBe('404 member_not_found')
    expect(verdictFor([], ann)).toBe('400 owner_cannot_be_removed')
    const full = { ...group, coOwners: five }
    expect(sentence(() => page.assertMayBeCoOwner(full, finn))).toContain('5')
  })

  test('links count for active members who may invite', () => {
    expect(managersOf({ ...group, coOwners: [ben, dora] })).toEqual([ann, ben])
  })

  test('the address of an invite is trimmed and bare', () => {
    expect(page.addressToMail(' Eve@Example.org ')).toEqual({
      email: 'Eve@Example.org',
      email_key: 'eve@example.org',
    })
    expect(verdict(() => page.addressToMail('Eve <eve@example.org>'))).toBe('400 invalid email')
  })

  test('the link of the chat is named by its refusal', () => {
    const texts = { version: 1, purpose: '', note: '', talk_url: 'ftp://talk.example' }
    expect(verdict(() => page.textsToStore(texts))).toBe('400 not_a_web_address talk_url')
  })
})

describe('rules of planning', () => {
  test('refusals for what is full say how much is allowed', () => {
    expect(verdict(() => planning.assertMayAddSession(SESSIONS_MAX - 1))).toBeUndefined()
    expect(sentence(() => planning.assertMayAddSession(SESSIONS_MAX))).toContain(
      String(SESSIONS_MAX),
    )
  })

  test('a session begins later than now, at most two years ahead, and lasts up to three days', () => {
    const latest = NOW + PLANNED_DAYS_MAX * DAY
    const longest = SESSION_HOURS_MAX * HOUR
    const verdicts = (periods: readonly (readonly [start: number, length: number])[]) =>
      periods.map(([starts_at, length]) =>
        verdict(() =>
          planning.assertPeriod({ now: NOW }, { starts_at, ends_at: starts_at + length }),
        ),
      )
    expect(
      verdicts([
        [NOW + 1, 1],
        [latest, longest],
      ]),
    ).toEqual([undefined, undefined])
    expect(
      verdicts([
        [NOW, 1],
        [latest + 1, 1],
        [Number.NaN, 1],
      ]),
    ).toEqual(Array(3).fill('400 not_ahead starts_at'))
    expect(
      verdicts([
        [NOW + 1, 0],
        [NOW + 1, longest + 1],
        [NOW + 1, Number.NaN],
      ]),
    ).toEqual(Array(3).fill('400 bad_period ends_at'))
  })

  test.each([
    ['Europe/Vienna', undefined],
    // An offset without a description for calendar files, and a described name that `Intl` does not know.
    ['+01:00', '400 invalid time_zone'],
    ['ET', '400 invalid time_zone'],
  ])('the zone %s', (zone, expected) => {
    expect(verdict(() => planning.assertZone(zone))).toBe(expected)
  })

  test('dates of a series do not overlap, and its last one is at most two years after the first', () => {
    const verdictOf = (starts: number[], length: number) =>
      verdict(() => assertRepeats(starts, length))
    expect(verdictOf([5], 10)).toBeUndefined()
    expect(verdictOf([0, 5], 5)).toBeUndefined()
    expect(verdictOf([0, 5], 6)).toBe('400 bad_period ends_at')
    expect(verdictOf([0, 10, 12], 5)).toBe('400 bad_period ends_at')
    expect(verdictOf([NOW, NOW + REPEAT_DAYS_MAX * DAY], 1)).toBeUndefined()
    expect(verdictOf([NOW, NOW + REPEAT_DAYS_MAX * DAY + 1], 1)).toBe(
      '400 repeats_too_long repeats',
    )
  })

  test('a date is history once it is over or cancelled', () => {
    const verdictOf = (ends_at: number, cancelled_at: number | null) =>
      verdict(() => planning.assertAhead({ now: NOW }, { starts_at: 0, ends_at, cancelled_at }))
    expect(verdictOf(NOW + 1, null)).toBeUndefined()
    expect(verdictOf(NOW, null)).toBe('409 date_gone')
    expect(verdictOf(NOW + 1, 1)).toBe('409 date_gone')
  })
})
