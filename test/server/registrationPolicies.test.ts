import * as registration from '#server/modules/registration/policy.ts'
import type { EventRow, RegistrationRow } from '#server/modules/registration/repository.ts'
import { sentence, verdict } from '#test/helpers/server/verdict.ts'

const NOW = 1000
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
  ({ state, offered_until }) as RegistrationRow

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
      { taken = 1, isActive = true, now = NOW } = {},
    ) =>
      sentence(() =>
        registration.assertMayGiveSeat(
          { now, event: { ...event, ...over }, mine: mine(state) },
          { taken, waiting: 0 },
          isActive,
        ),
      )
    expect([give('waiting'), give('cancelled'), give('waiting', {}, { now: NOW + 19 })]).toEqual([
      '',
      '',
      '',
    ])
    expect(give('offered', {}, { taken: 2 })).toBe('')
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
