import pLimit from 'p-limit'
import { GUEST_HOLD_MINUTES } from '../../contract/guests.ts'
import type { ContentId } from '../../contract/ids.ts'
import { MINUTE_MS } from '../../server/config/time.ts'
import { API_BASE } from '../../server/http/apiBase.ts'
import { updateRegistrations } from '../../server/modules/registration/seatRepository.ts'
import { SEAT_PATH, seatTokens } from '../../server/modules/registration/seatTokens.ts'
import { addEvent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { type Stage, setStage, site } from '../../test/helpers/races/stage.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { asForm, proofOf } from '../../test/helpers/server/guests.ts'
import { engines, type TestUser } from '../../test/helpers/server/startServer.ts'
import { brokenRules } from './invariants.ts'

jest.setTimeout(600_000)

const MEMBERS = amount(200, 40)
/** People without an account. A tenth of them never opens the mailed link. */
const GUESTS = amount(100, 20)
/** Number of real processes in front of one PostgreSQL; 0: the application in this process. */
const PROCESSES = amount(3, 0)
/**
 * Members, and as many guests. The one process of the short form has a small pool, and refuses a request that waits
 * for longer than five seconds.
 */
const AT_ONCE = amount(40, 12)
/** The pool of this process is small, and waits no longer than those of servers. */
const reads = pLimit(4)
/** Seats at each of six tables: together they have fewer than all people want. */
const SEATS = (MEMBERS + GUESTS) / 4

type Convention = { readonly event: ContentId; readonly tables: readonly ContentId[] }

describe.each(engines)('a convention opens its tables, on %s', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
  })
  afterAll(() => stage.close())

  async function convention() {
    const { server } = stage
    const starts_at = server.deps.clock() + 7 * DAY
    const settings = { confirm_hours: 24, companions_max: 1, questions: '[]', guests: 1 }
    const at = (hours: number) => new Date(starts_at + hours * HOUR).toISOString()
    const slots = [0, 1].map((n) => ({ id: n + 1, starts_at: at(n), ends_at: at(n + 1) }))
    const event = await addEvent(server, {
      ...{ ...settings, starts_at, slots: JSON.stringify(slots) },
      ...{ seats: 2 * (MEMBERS + GUESTS), waiting_max: 0 },
    })
    const tables: ContentId[] = []
    for (const slot of [1, 2, 1, 2, 1, 2])
      tables.push(
        await addEvent(server, {
          ...{ ...settings, parent_id: event, slot, table_facts: '{}' },
          ...{ starts_at: starts_at + (slot - 1) * HOUR, seats: SEATS, waiting_max: SEATS },
        }),
      )
    return { event, tables }
  }
  const path = (id: ContentId) => `/contents/registration/${id}`
  /** Mails of some kinds, each of which has data of its own. @param about part of the data */
  const mailed = async (kinds: readonly string[], about = /(?:)/) => {
    const { db } = stage.server.deps
    const rows = await db.selectFrom('outbox').select('data').where('kind', 'in', kinds).execute()
    const mails = rows.filter(({ data }) => about.test(data))
    return { mails: mails.length, data: new Set(mails.map(({ data }) => data)).size }
  }
  const rows = () => stage.server.deps.db.selectFrom('registrations').selectAll().execute()

  async function comeAsMember(who: TestUser, n: number, { event, tables }: Convention) {
    const companions = n % 3 === 0 ? [''] : []
    const signUp = async (id: ContentId) =>
      (await stage.send(site(who, 'POST', path(id), { answers: [], may_wait: true, companions })))
        .status
    const statuses = [await signUp(event)]
    const turned = [...tables.slice(n % 6), ...tables.slice(0, n % 6)]
    statuses.push(...(await Promise.all(turned.map(signUp))))
    if (n % 10 === 9) await stage.send(site(who, 'DELETE', path(event)))
    return statuses
  }

  /** Asks for a seat. @param isRead the mail is read, and the button of its page pressed twice at once */
  async function comeAsGuest(n: number, id: ContentId, isRead: boolean) {
    const { db, jwtSecret } = stage.server.deps
    const email = `guest${n}@example.org`
    const challenge = JSON.parse((await stage.send(site(null, 'GET', `${path(id)}/proof`))).body)
    const proof = await proofOf(challenge)
    const companions = n % 3 === 0 ? [''] : []
    const typed = { name: `Guest ${n}`, email, answers: [], may_wait: true, companions, proof }
    const { status } = await stage.send(site(null, 'POST', `${path(id)}/guest`, typed))
    const held = db
      .selectFrom('registrations')
      .select(['id', 'sequence'])
      .where((is) => is.and({ content_id: id, email_key: email }))
    const row = await reads(() => held.executeTakeFirst())
    if (row === undefined || !isRead) return [status]
    const url = `${API_BASE}${SEAT_PATH}/${seatTokens(jwtSecret).tokenOf(row.id, email)}`
    const press = () =>
      stage.send({
        ...{ side: 'site', method: 'POST', url },
        ...asForm({ act: 'take', sequence: String(row.sequence) }),
      })
    return [status, ...(await Promise.all([press(), press()])).map((answer) => answer.status)]
  }

  test(`${MEMBERS} members and ${GUESTS} guests want places at six tables of two slots at once, a third of them with a companion`, async () => {
    const { event, tables } = await convention()
    const people = await stage.people(MEMBERS)
    const guests = Array.from({ length: GUESTS }, (_, n) => n)
    const limit = pLimit(AT_ONCE)
    const [signUps, asked] = await Promise.all([
      limit.map(people, (who, n) => comeAsMember(who, n, { event, tables })),
      limit.map(guests, async (n) => {
        const isRead = n % 10 !== 9
        const statuses = [await comeAsGuest(n, event, isRead)]
        for (const shift of [0, 1, 2]) {
          const table = tables[(n + shift) % 6]
          if (table !== undefined) statuses.push(await comeAsGuest(n, table, isRead))
        }
        return statuses.flat()
      }),
    ])
    expect([...new Set([...signUps, ...asked].flat())].toSorted()).toEqual([200, 409])
    const done = signUps.flat().filter((status) => status === 200).length
    // One place in each of two slots at most, and the seat at the event.
    expect(done).toBeLessThanOrEqual(3 * MEMBERS)
    expect(await mailed(['registration-confirmed', 'registration-waiting'])).toEqual({
      ...{ mails: done, data: done },
    })
    const taken = (await rows()).filter((row) => row.email !== null && row.guest_until === null)
    expect(taken.length).toBeGreaterThan(GUESTS)
    expect(await mailed(['registration-guest'], /"(?:confirmed|waiting)"/)).toEqual({
      ...{ mails: taken.length, data: taken.length },
    })
    expect(await brokenRules(stage)).toEqual([])
    // Processes have the clock of the machine; that of this one has stood still.
    stage.server.passTime(Date.now() - stage.server.deps.clock() + GUEST_HOLD_MINUTES * MINUTE_MS)
    while ((await updateRegistrations(stage.server.deps)) > 0);
    expect(await brokenRules(stage)).toEqual([])
    const after = await rows()
    expect(after.filter((row) => row.guest_until !== null && row.state !== 'cancelled')).toEqual([])
    const links = await mailed(['registration-guest-link'])
    expect(links.data).toBe(links.mails)
    const coming = after.filter(({ state }) => state === 'coming').length
    figure(`${done} sign-ups of members, ${taken.length} of guests, ${coming} seats`)
  })
})
