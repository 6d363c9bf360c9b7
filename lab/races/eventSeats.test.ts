import { setTimeout } from 'node:timers/promises'
import type { ContentId } from '../../contract/ids.ts'
import { DAY_MS, HOUR_MS } from '../../server/config/time.ts'
import { findEvent } from '../../server/modules/registration/repository.ts'
import {
  updateEvent,
  updateRegistrations,
} from '../../server/modules/registration/seatRepository.ts'
import { addEvent } from '../../test/helpers/fixtures/contents.ts'
import {
  type Answer,
  type Call,
  type Stage,
  setStage,
  site,
} from '../../test/helpers/races/stage.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { engines, type TestUser } from '../../test/helpers/server/startServer.ts'
import { brokenRules } from './invariants.ts'

jest.setTimeout(2_400_000)

const ROUNDS = amount(200, 2)
/** Number of real processes in front of one PostgreSQL, also in the short form. */
const PROCESSES = 3
const MEMBERS = 200
const SEATS = 10
const WAITING = 40
/** Value of Retry-After of a busy process. */
const AGAIN_MS = 1000
const FULL = MEMBERS - SEATS - WAITING

describe.each(engines)('a run on the seats of an event, on %s', (engine) => {
  let stage: Stage
  let members: readonly TestUser[]
  let event: ContentId
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
    members = await stage.people(MEMBERS)
  })
  afterAll(() => stage.close())

  const path = () => `/contents/registration/${event}`
  /** Sends a call, and retries it after the 503 of a busy process. */
  async function send(call: Call): Promise<Answer> {
    const answer = await stage.send(call)
    if (answer.status !== 503) return answer
    busy += 1
    await setTimeout(AGAIN_MS)
    return send(call)
  }
  const signUp = (who: TestUser) => send(site(who, 'POST', path(), { answers: [], may_wait: true }))
  const cancel = (who: TestUser) => send(site(who, 'DELETE', path()))
  const confirm = (who: TestUser) => send(site(who, 'POST', `${path()}/confirm/`))
  /** Registrations in the order of the list. */
  const rows = () =>
    stage.server.deps.db
      .selectFrom('registrations')
      .select(['user_id', 'state'])
      .where('content_id', '=', event)
      .orderBy('queued_at')
      .orderBy('id')
      .execute()
  const inState = async (...states: string[]) =>
    (await rows()).filter(({ state }) => states.includes(state)).map(({ user_id }) => user_id)
  const who = (ids: readonly number[]) => members.filter(({ id }) => ids.includes(id))
  async function mails() {
    const sent = await stage.server.deps.db
      .selectFrom('outbox')
      .select(['kind', ({ fn }) => fn.countAll<number>().as('n')])
      .where('kind', 'like', 'registration-%')
      .groupBy('kind')
      .execute()
    return Object.fromEntries(
      sent.map(({ kind, n }) => [kind.replace('registration-', ''), Number(n)]),
    )
  }
  function tally(answers: readonly Answer[]): Record<string, number> {
    const count: Record<string, number> = {}
    for (const { status, body } of answers) {
      const { mine, errors } = JSON.parse(body)
      const what = status === 200 ? mine.state : `${status} ${errors[0].code}`
      count[what] = (count[what] ?? 0) + 1
    }
    return count
  }

  /** @returns milliseconds that the sign-up of all takes */
  async function round(n: number): Promise<number> {
    await stage.clear(['outbox', 'contents'])
    const starts_at = stage.server.deps.clock() + 14 * DAY_MS
    const size = { seats: SEATS, waiting_max: WAITING, confirm_hours: 24 }
    event = await addEvent(stage.server, { starts_at, ...size })

    const began = performance.now()
    const answers = await Promise.all(members.map(signUp))
    const took = performance.now() - began
    expect(tally(answers)).toEqual({ coming: SEATS, waiting: WAITING, '409 event_full': FULL })
    expect(await mails()).toEqual({ confirmed: SEATS, waiting: WAITING })
    const coming = await inState('coming')
    const waiting = await inState('waiting')
    expect([coming.length, waiting.length]).toEqual([SEATS, WAITING])
    // The places in the responses are the real ones.
    const places = answers.flatMap(({ status, body }, at) => {
      const place = status === 200 ? JSON.parse(body).mine.place : null
      return place === null ? [] : [[place, members[at]?.id]]
    })
    expect(places.toSorted(([a], [b]) => a - b).map(([, id]) => id)).toEqual(waiting)

    // Every second member with a seat, and every second one on the waiting list, cancels.
    const leaving = [...coming, ...waiting].filter((_, at) => at % 2 === 0)
    const left = await Promise.all(who(leaving).map(cancel))
    expect(left.map(({ status }) => status)).toEqual(leaving.map(() => 200))
    const staying = waiting.filter((id) => !leaving.includes(id))
    expect(await inState('offered')).toEqual(staying.slice(0, SEATS / 2))
    expect(await inState('waiting')).toEqual(staying.slice(SEATS / 2))
    expect(await brokenRules(stage)).toEqual([])
    await raceOfferEnds(starts_at, n % 2 === 0)
    return took
  }

  /** Takes seats at the moment at which the offers expire. @param waits whether to wait until one has been taken */
  async function raceOfferEnds(starts_at: number, waits: boolean): Promise<void> {
    const { db, clock: now } = stage.server.deps
    const clock = () => Math.min(now() + 25 * HOUR_MS, starts_at - 1)
    const found = await findEvent({ db, now: clock() }, event)
    if (found === undefined) throw new Error('there is an event')
    const offered = who(await inState('offered'))
    const answers = offered.map(confirm)
    if (waits) await Promise.race(answers)
    await updateEvent({ db, clock }, found)
    const confirmed = await Promise.all(answers)
    expect(confirmed.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const taken = offered.filter((_, at) => confirmed[at]?.status === 200).map(({ id }) => id)
    const states = await rows()
    for (const { id } of offered)
      expect(states.find(({ user_id }) => user_id === id)?.state).toBe(
        taken.includes(id) ? 'coming' : 'cancelled',
      )
    await updateRegistrations(stage.server.deps)
    expect(await inState('coming', 'offered')).toHaveLength(SEATS)
    expect(await brokenRules(stage)).toEqual([])
    won += taken.length
    lost += offered.length - taken.length
  }
  let busy = 0
  let won = 0
  let lost = 0

  test(`${MEMBERS} members at once get exactly ${SEATS} seats and ${WAITING} places; half leave, and the list moves up, ${ROUNDS} times`, async () => {
    const times: number[] = []
    for (let n = 0; n < ROUNDS; n++) times.push(await round(n))
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    figure(
      `${ROUNDS} rounds, ${MEMBERS} sign-ups in ${Math.round(median)} ms; of the seats offered to the last moment ${won} were taken, ${lost} not; ${busy} times a process was busy`,
    )
  })
})
