import { setTimeout } from 'node:timers/promises'
import type { GroupId } from '../../contract/ids.ts'
import { GROUP_SIZE_MAX } from '../../server/modules/groups/limits.ts'
import { addGroups } from '../../test/helpers/fixtures/groups.ts'
import { addOpening } from '../../test/helpers/fixtures/openingActs.ts'
import {
  type Answer,
  type Call,
  type Stage,
  setStage,
  site,
} from '../../test/helpers/races/stage.ts'
import { amount } from '../../test/helpers/server/faults.ts'
import { engines, type TestUser } from '../../test/helpers/server/startServer.ts'
import { brokenRules } from './invariants.ts'

jest.setTimeout(2_400_000)

const ROUNDS = amount(200, 3)
/** Number of real processes in front of one PostgreSQL, also in the short form. */
const PROCESSES = 3
/** Members who ask, all accepted at once. */
const ASKING = 6
/** Value of Retry-After of a busy process. */
const AGAIN_MS = 1000

describe.each(engines)('a run on the last place of a group, on %s', (engine) => {
  let stage: Stage
  let owner: TestUser
  let co: TestUser
  let asking: readonly TestUser[]
  let group: GroupId
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
  })
  afterAll(() => stage.close())

  /** Sends a call, and retries it after the 503 of a busy process. */
  async function send(call: Call): Promise<Answer> {
    const answer = await stage.send(call)
    if (answer.status !== 503) return answer
    await setTimeout(AGAIN_MS)
    return send(call)
  }
  const codeOf = ({ status, body }: Answer): string =>
    status < 300 ? 'ok' : `${status} ${JSON.parse(body).errors[0].code}`
  const tally = (answers: readonly Answer[]): Record<string, number> => {
    const count: Record<string, number> = {}
    for (const answer of answers) count[codeOf(answer)] = (count[codeOf(answer)] ?? 0) + 1
    return count
  }
  const accept = (id: number, who: TestUser) =>
    send(site(who, 'POST', `/rpggroups/join-requests/${id}/accept/`, {}))

  /** A group of owner, co-owner and as many others, with one free place. */
  async function openGroup(others: number): Promise<void> {
    const { db } = stage.server.deps
    await stage.clear(['outbox', 'groups'])
    const people = await stage.people(2 + ASKING + others)
    owner = people[0] as TestUser
    co = people[1] as TestUser
    asking = people.slice(2, 2 + ASKING)
    group = (await addGroups(stage.server, owner.id, 1))[0] as GroupId
    const rows = [co, ...people.slice(2 + ASKING)].map(({ id: user_id }, at) => ({
      group_id: group,
      user_id,
      joined_at: at + 2,
      role: at === 0 ? ('co_owner' as const) : ('member' as const),
    }))
    await db.insertInto('memberships').values(rows).execute()
    await addOpening(stage.server, group, others + 3)
  }
  const sizeOf = async () => {
    const { db } = stage.server.deps
    const rows = await Promise.all(
      (['memberships', 'invites'] as const).map((table) =>
        db.selectFrom(table).select('group_id').where('group_id', '=', group).execute(),
      ),
    )
    return rows.flat().length
  }

  async function round(n: number): Promise<void> {
    // Every other group has all the room that there is but one place.
    const others = n % 2 === 0 ? 0 : GROUP_SIZE_MAX - 3
    await openGroup(others)
    // Twice each: one member never has two requests.
    const asked = await Promise.all(
      [...asking, ...asking].map((who) =>
        send(site(who, 'POST', `/rpggroups/openings/${group}/ask/`, { message: '' })),
      ),
    )
    expect(tally(asked)).toEqual({ ok: ASKING, '409 already_asked': ASKING })
    const ids = asked.flatMap(({ status, body }) => (status < 300 ? [JSON.parse(body).id] : []))

    // Owner and co-owner accept everyone, while the owner invites one of them by name.
    const byName = asking[n % ASKING] as TestUser
    const { username } = await stage.server.deps.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', byName.id)
      .executeTakeFirstOrThrow()
    const [accepted, invited] = await Promise.all([
      Promise.all(ids.flatMap((id) => [accept(id, owner), accept(id, co)])),
      send(site(owner, 'POST', `/rpggroups/invite/${group}`, { username })),
    ])
    const won = accepted.filter(({ status }) => status === 200).length
    const isInvited = invited.status === 201
    // The owner may invite more people than were looked for, but never more than a group takes.
    expect(won).toBeLessThanOrEqual(1)
    expect(won + Number(isInvited)).toBeGreaterThanOrEqual(1)
    expect(await sizeOf()).toBe(others + 2 + won + Number(isInvited))
    expect(await sizeOf()).toBeLessThanOrEqual(GROUP_SIZE_MAX)
    expect(await brokenRules(stage)).toEqual([])
    await joinAll()
  }

  /** Everyone who asked sends every invite's acceptance twice at once. */
  async function joinAll(): Promise<void> {
    const before = await sizeOf()
    const invites = await stage.server.deps.db.selectFrom('invites').selectAll().execute()
    const joined = await Promise.all(
      [...invites, ...invites].flatMap(({ id }) =>
        asking.map((who) => send(site(who, 'GET', `/rpggroups/accept/${id}`))),
      ),
    )
    expect(joined.filter(({ status }) => status === 200)).toHaveLength(invites.length)
    expect(await sizeOf()).toBe(before)
    expect(await brokenRules(stage)).toEqual([])
  }

  test(`${2 * ASKING} acceptances of ${ASKING} requests at once fill one place, ${ROUNDS} times`, async () => {
    for (let n = 0; n < ROUNDS; n++) await round(n)
  })
})
