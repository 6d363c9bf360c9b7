import type { DateOptionId, DatePollId, GameDateId, GroupId } from '../../../contract/ids.ts'
import { iso } from '../../../server/text/time.ts'
import { DAY, HOUR } from '../../../test/helpers/fixtures/contents.ts'
import { plansIn, WHERE } from '../../../test/helpers/fixtures/planningActs.ts'
import { rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = {
  readonly Olwen: TestUser
  readonly Finn: TestUser
  readonly group: GroupId
  readonly poll: DatePollId
  readonly options: readonly DateOptionId[]
  /** Start of the first option. */
  readonly first: number
  readonly date: GameDateId
  /** Start of the session. */
  readonly start: number
}

const TABLES = ['outbox', 'groups', 'live_events'] as const
const time_zone = 'Europe/Vienna'

/** Olwen owns a group, Finn is in it; a poll is open, and a session planned. */
async function setUp(stage: Stage, count: number): Promise<World[]> {
  const people = await stage.people(count * 2)
  const { addPoll, addSession } = plansIn(stage.server)
  const { db, clock } = stage.server.deps
  const worlds: World[] = []
  for (let n = 0; n < count; n++) {
    const [Olwen, Finn] = people.slice(n * 2, n * 2 + 2) as [TestUser, TestUser]
    const group = await db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('groups')
        .values({ name: 'Ravens', owner_id: Olwen.id, created_at: clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = [Olwen, Finn].map((user, order) => ({
        group_id: id,
        user_id: user.id,
        joined_at: order,
      }))
      await tx.insertInto('memberships').values(rows).execute()
      return id
    })
    const first = clock() + 7 * DAY
    const { id: poll, options } = await addPoll(group, [first, first + DAY])
    const { date, starts_at: start } = await addSession(group)
    worlds.push({ Olwen, Finn, group, poll, options, first, date, start })
  }
  return worlds
}

async function look({ server }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const polls = await db.selectFrom('date_polls').select(['id', 'state']).execute()
  const votes = await db.selectFrom('date_answers').selectAll().execute()
  const answers = await db.selectFrom('game_answers').selectAll().execute()
  const dates = await db
    .selectFrom('game_dates')
    .innerJoin('game_sessions', 'game_sessions.id', 'session_id')
    .select(['game_dates.id', 'group_id', 'poll_id', 'starts_at', 'sequence'])
    .select('game_dates.cancelled_at')
    .orderBy('game_dates.id')
    .execute()
  return worlds.map(({ Olwen, Finn, group, poll, start }) => {
    const role = rolesOf({ Olwen, Finn })
    const said = (rows: readonly { user_id: TestUser['id']; answer: string }[]) =>
      rows.map(({ user_id, answer }) => `${role(user_id)} ${answer}`).sort()
    return {
      poll: polls.find(({ id }) => id === poll)?.state,
      votes: said(votes.filter(({ group_id }) => group_id === group)),
      dates: dates
        .filter(({ group_id }) => group_id === group)
        .map(({ id, poll_id, starts_at, sequence, cancelled_at }) => ({
          isOfPoll: poll_id !== null,
          hours: (starts_at - start) / HOUR,
          sequence,
          isCancelled: cancelled_at !== null,
          answers: said(answers.filter(({ date_id }) => date_id === id)),
        })),
    }
  })
}

const fix = ({ Olwen, poll, options }: World, index: number) =>
  site(Olwen, 'POST', `/rpggroups/polls/${poll}/fix/`, {
    option_id: options[index],
    title: '',
    ...WHERE,
  })
/** The first option moves by some hours, the second one goes. */
const edit = ({ Olwen, poll, options, first }: World, hours: number) =>
  site(Olwen, 'PUT', `/rpggroups/polls/${poll}/options/`, {
    options: [
      {
        id: options[0],
        starts_at: iso(first + hours * HOUR),
        ends_at: iso(first + (hours + 3) * HOUR),
      },
    ],
    sequence: 0,
  })
const move = ({ Olwen, date, start }: World, hours: number) =>
  site(Olwen, 'PUT', `/rpggroups/dates/${date}`, {
    title: '',
    ...WHERE,
    sequence: 0,
    starts_at: iso(start + hours * HOUR),
    ends_at: iso(start + (hours + 3) * HOUR),
  })
const answer = ({ Finn, date, start }: World, hours = 0) =>
  site(Finn, 'POST', `/rpggroups/dates/${date}/answer/`, {
    starts_at: iso(start + hours * HOUR),
    time_zone,
    answer: 'coming',
  })

export const PLAN: Area<World> = {
  about: 'a date poll and a session of a group',
  tables: TABLES,
  setUp,
  look,
  operations: {
    'the owner fixes the first option': (world) => fix(world, 0),
    'the owner fixes the second option': (world) => fix(world, 1),
    'the owner cancels the poll': ({ Olwen, poll }) =>
      site(Olwen, 'DELETE', `/rpggroups/polls/${poll}`),
    'Finn votes': ({ Finn, poll, options }) =>
      site(Finn, 'PUT', `/rpggroups/polls/${poll}`, {
        time_zone,
        answers: options.map((option_id) => ({ option_id, answer: 'yes' })),
      }),
    'the owner withdraws the second option': (world) => edit(world, 0),
    'the owner changes the first option': (world) => edit(world, 1),
    'the owner moves the session': (world) => move(world, 24),
    'the owner moves it elsewhere': (world) => move(world, DAY / HOUR + 2),
    'Finn comes': (world) => answer(world),
    'Finn comes to the moved session': (world) => answer(world, 24),
    'the owner cancels the session': ({ Olwen, date }) =>
      site(Olwen, 'DELETE', `/rpggroups/dates/${date}`),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
  },
}
