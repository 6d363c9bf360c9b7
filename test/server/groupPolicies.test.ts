import type { MemberId } from '#contract/ids.ts'
import { PLANNED_DAYS_MAX, SESSION_HOURS_MAX, SESSIONS_MAX } from '#server/modules/groups/limits.ts'
import * as page from '#server/modules/groups/page/policy.ts'
import * as planning from '#server/modules/groups/planning/policy.ts'
import { type Membership, managersOf } from '#server/modules/groups/policy.ts'
import * as registration from '#server/modules/registration/policy.ts'
import type { EventRow, RegistrationRow } from '#server/modules/registration/repository.ts'
import { assertRepeats, REPEAT_DAYS_MAX } from '#server/work/series.ts'
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

const event = {
  publish_at: NOW,
  unpublished_at: null,
  cancelled_at: null,
  registration_closes_at: null,
  starts_at: NOW + 10,
  ends_at: NOW + 20,
  seats: 2,
  waiting_max: 1,
} as EventRow

const mine = (state: RegistrationRow['state'], offered_until: number | null = null) =>
  ({ state, offered_until, guest_until: null, companions: 0 }) as RegistrationRow

describe('rules of seats', () => {
  test('registration is open until it closes, or the event begins, is over, or is cancelled', () => {
    const isOpen = (over: Partial<EventRow>, now = NOW) =>
      registration.isOpen({ now }, { ...event, ...over })
    expect([isOpen({}), isOpen({ cancelled_at: 1 })]).toEqual([true, false])
    expect([isOpen({}, NOW + 9), isOpen({}, NOW + 10)]).toEqual([true, false])
    const late = { registration_closes_at: NOW + 30 }
    expect([isOpen(late, NOW + 19), isOpen(late, NOW + 20)]).toEqual([true, false])
  })

  test('registration rests while the event is not public', () => {
    const isPublic = (over: Partial<EventRow>) =>
      registration.isPublic({ now: NOW }, { ...event, ...over })
    expect(isPublic({})).toBe(true)
    const hidden = [{ publish_at: null }, { publish_at: NOW + 1 }, { unpublished_at: 1 }]
    expect(hidden.map(isPublic)).toEqual([false, false, false])
  })

  test('a registration is cancelled once, before the event begins', () => {
    const cancel = (own: RegistrationRow | undefined, over: Partial<EventRow> = {}, now = NOW) =>
      verdict(() => registration.assertMayCancel({ now, event: { ...event, ...over }, mine: own }))
    expect(cancel(mine('waiting'), {}, NOW + 9)).toBeUndefined()
    expect(cancel(undefined)).toBe('409 not_registered')
    expect(cancel(mine('cancelled'))).toBe('409 not_registered')
    expect(cancel(mine('coming'), {}, NOW + 10)).toBe('409 registration_closed')
    expect(cancel(mine('coming'), { cancelled_at: 1 })).toBe('409 registration_closed')
  })

  test('an offer is accepted while it lasts', () => {
    const confirm = (own: RegistrationRow | undefined, over: Partial<EventRow> = {}) =>
      verdict(() =>
        registration.assertMayConfirm({ now: NOW, event: { ...event, ...over }, mine: own }),
      )
    expect(confirm(mine('offered', NOW + 1))).toBeUndefined()
    expect(confirm(mine('offered'))).toBeUndefined()
    expect(confirm(undefined)).toBe('409 not_registered')
    for (const own of [mine('offered', NOW), mine('waiting', NOW + 1)])
      expect(confirm(own)).toBe('409 offer_over')
    expect(confirm(mine('offered'), { starts_at: NOW })).toBe('409 offer_over')
    expect(confirm(mine('offered', NOW + 1), { cancelled_at: 1 })).toBe('409 offer_over')
  })
})

describe('rules of seats at the desk', () => {
  test('a seat is given to an active member of a public event that is not over, while one is free', () => {
    const give = (
      state: RegistrationRow['state'],
      over: Partial<EventRow> = {},
      { taken = 1, isActive = true, now = NOW, size = 1, reason = '' } = {},
    ) =>
      sentence(() =>
        registration.assertMayGiveSeat(
          { now, event: { ...event, ...over }, mine: mine(state), isActive },
          { taken, waiting: 0 },
          { size, reason },
        ),
      )
    expect([give('waiting'), give('cancelled'), give('waiting', {}, { now: NOW + 19 })]).toEqual([
      '',
      '',
      '',
    ])
    expect(give('offered', {}, { taken: 2 })).toBe('')
    expect(give('waiting', {}, { taken: 2, reason: 'A guest of the house' })).toBe('')
    for (const party of [
      give('waiting', {}, { size: 2 }),
      give('offered', {}, { taken: 2, size: 2 }),
    ])
      expect(party).toMatch(/^[12] of 2 seats are taken/)
    const refusals = [
      give('waiting', { cancelled_at: 1 }),
      give('waiting', {}, { now: NOW + 20 }),
      give('waiting', { unpublished_at: 1 }),
      give('waiting', {}, { isActive: false }),
      give('coming'),
      give('waiting', {}, { taken: 2 }),
    ]
    expect(refusals).not.toContain('')
    expect(new Set(refusals).size).toBe(refusals.length)
  })

  test('a registration is taken off the list once, until the event is over', () => {
    const takeOff = (state: RegistrationRow['state'], over: Partial<EventRow> = {}, now = NOW) =>
      sentence(() =>
        registration.assertMayTakeOff({ now, event: { ...event, ...over }, mine: mine(state) }),
      )
    expect(takeOff('waiting', {}, NOW + 19)).toBe('')
    const refusals = [
      takeOff('cancelled'),
      takeOff('waiting', {}, NOW + 20),
      takeOff('waiting', { cancelled_at: 1 }),
    ]
    expect(refusals).not.toContain('')
    expect(new Set(refusals).size).toBe(3)
  })

  test('only somebody with a seat has come, and only somebody who signed up is written to', () => {
    expect(sentence(() => registration.assertMayAttend({ state: 'coming' }))).toBe('')
    expect(sentence(() => registration.assertMayAttend({ state: 'waiting' }))).not.toBe('')
    expect(sentence(() => registration.assertHasReaders(1))).toBe('')
    expect(sentence(() => registration.assertHasReaders(0))).not.toBe('')
  })
})
