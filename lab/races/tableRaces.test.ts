import pLimit from 'p-limit'
import type { ContentId } from '../../contract/ids.ts'
import { updateRegistrations } from '../../server/modules/registration/seatRepository.ts'
import { addEvent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { type Stage, setStage, site } from '../../test/helpers/races/stage.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { engines, type TestUser } from '../../test/helpers/server/startServer.ts'
import { brokenRules } from './invariants.ts'

jest.setTimeout(600_000)

const MEMBERS = amount(200, 40)
/** Number of real processes in front of one PostgreSQL; 0: the application in this process. */
const PROCESSES = amount(3, 0)
const AT_ONCE = 40
/** Seats at each of six tables: together they have fewer than the members want. */
const SEATS = MEMBERS / 5

describe.each(engines)('a convention opens its tables, on %s', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
  })
  afterAll(() => stage.close())

  async function convention() {
    const { server } = stage
    const starts_at = server.deps.clock() + 7 * DAY
    const settings = { confirm_hours: 24, companions_max: 1, questions: '[]' }
    const at = (hours: number) => new Date(starts_at + hours * HOUR).toISOString()
    const slots = [0, 1].map((n) => ({ id: n + 1, starts_at: at(n), ends_at: at(n + 1) }))
    const event = await addEvent(server, {
      ...{ ...settings, starts_at, slots: JSON.stringify(slots) },
      ...{ seats: 2 * MEMBERS, waiting_max: 0 },
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
  /** Sign-ups that were mailed as a seat or a place, each of which has data of its own. */
  const mailed = async () => {
    const mails = await stage.server.deps.db
      .selectFrom('outbox')
      .select('data')
      .where('kind', 'in', ['registration-confirmed', 'registration-waiting'])
      .execute()
    return { mails: mails.length, data: new Set(mails.map(({ data }) => data)).size }
  }

  test(`${MEMBERS} members want a place at all six tables of two slots at once, a third of them with a companion`, async () => {
    const { event, tables } = await convention()
    const people = await stage.people(MEMBERS)
    const signUp = (who: TestUser, id: ContentId, companions: string[]) =>
      stage.send(site(who, 'POST', path(id), { answers: [], may_wait: true, companions }))
    const statuses = new Map<number, number>()
    const counted = ({ status }: { status: number }) =>
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await pLimit(AT_ONCE).map(people, async (who, n) => {
      const companions = n % 3 === 0 ? [''] : []
      counted(await signUp(who, event, companions))
      const turned = [...tables.slice(n % 6), ...tables.slice(0, n % 6)]
      const answers = await Promise.all(turned.map((table) => signUp(who, table, companions)))
      for (const answer of answers) counted(answer)
      if (n % 10 === 9) await stage.send(site(who, 'DELETE', path(event)))
    })
    const done = statuses.get(200) ?? 0
    expect([...statuses.keys()].toSorted()).toEqual([200, 409])
    // One place in each of two slots at most, and the seat at the event.
    expect(done).toBeLessThanOrEqual(3 * MEMBERS)
    expect(await mailed()).toEqual({ mails: done, data: done })
    expect(await brokenRules(stage)).toEqual([])
    while ((await updateRegistrations(stage.server.deps)) > 0);
    expect(await brokenRules(stage)).toEqual([])
    const rows = await stage.server.deps.db.selectFrom('registrations').select('state').execute()
    const coming = rows.filter(({ state }) => state === 'coming').length
    figure(`${done} sign-ups, ${statuses.get(409)} refused, ${coming} seats`)
  })
})
