import type { DatePoll } from '#contract/datePolls.ts'
import type { DateOptionId, GameDateId, GroupId } from '#contract/ids.ts'
import type { NewSession, Plan } from '#contract/planning.ts'
import type { DateAnswer, GameAnswer } from '#contract/sets.ts'
import { insertRow } from '#server/db/rows.ts'
import { extendSeries } from '#server/modules/groups/planning/jobRepository.ts'
import {
  announcePolls,
  remindOfPolls,
  remindOfSessions,
} from '#server/modules/groups/planning/reminderRepository.ts'
import { iso } from '#server/text/time.ts'
import { DAY, HOUR } from '../fixtures/contents.ts'
import { newTokens, type TestServer, type TestUser } from './testServer.ts'

type Who = Pick<TestUser, 'id'>
const NOWHERE = { title: '', place: '', link: '', notes: '' }

/** The calls about polls and sessions of groups, as the site makes them. */
export function planningOf(server: TestServer) {
  const call = async (
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    // A new session for each call, because tests pass days.
    const account = { ...who, username: '', token_version: 0 }
    const { auth } = await newTokens(server.app, server.deps, account)
    return server.send(method, `/api/rpggroups/${path}`, auth, payload)
  }
  const at = (days: number) => server.deps.clock() + days * DAY
  const period = (start: number, hours = 3) => ({
    starts_at: iso(start),
    ends_at: iso(start + hours * HOUR),
  })
  const time_zone = 'Europe/Vienna'
  return {
    call,
    at,
    period,
    /** Creates a group whose owner is the first user. @returns its id */
    async group(...[owner, ...others]: readonly [TestUser, ...TestUser[]]): Promise<GroupId> {
      const { db, clock } = server.deps
      return db.transaction().execute(async (tx) => {
        const { id } = await insertRow(tx, 'groups', {
          name: 'Ravens',
          owner_id: owner.id,
          created_at: clock(),
        })
        const rows = [owner, ...others].map((one, n) => ({
          group_id: id,
          user_id: one.id,
          joined_at: n,
        }))
        await tx.insertInto('memberships').values(rows).execute()
        return id
      })
    },
    read: async (who: Who, group: GroupId): Promise<Plan> =>
      (await call(who, 'GET', `plan/${group}`)).json(),
    ask: (who: Who, group: GroupId, starts: readonly number[], over: object = {}) =>
      call(who, 'POST', `plan/${group}/polls/`, {
        title: 'Which evening?',
        notes: '',
        time_zone,
        options: starts.map((start) => period(start)),
        ...over,
      }),
    vote: (
      who: Who,
      poll: number | undefined,
      answers: ReadonlyArray<readonly [DateOptionId | undefined, DateAnswer]>,
      zone = time_zone,
    ) =>
      call(who, 'PUT', `polls/${poll}`, {
        time_zone: zone,
        answers: answers.map(([option_id, answer]) => ({ option_id, answer })),
      }),
    edit: (
      who: Who,
      poll: Pick<DatePoll, 'id' | 'sequence'> | undefined,
      options: ReadonlyArray<readonly [DateOptionId | undefined, number]>,
      over: object = {},
    ) =>
      call(who, 'PUT', `polls/${poll?.id}/options/`, {
        options: options.map(([id, start]) => ({
          ...(id !== undefined && { id }),
          ...period(start),
        })),
        sequence: poll?.sequence,
        ...over,
      }),
    fix: (who: Who, poll: number | undefined, option_id: number | undefined, over: object = {}) =>
      call(who, 'POST', `polls/${poll}/fix/`, { ...NOWHERE, option_id, ...over }),
    plan: (who: Who, group: GroupId, start: number, over: Partial<NewSession> = {}) =>
      call(who, 'POST', `plan/${group}/sessions/`, {
        ...NOWHERE,
        time_zone,
        ...period(start),
        repeats: null,
        ...over,
      }),
    change: (who: Who, date: GameDateId | undefined, start: number, over: object = {}) =>
      call(who, 'PUT', `dates/${date}`, { ...NOWHERE, ...period(start), sequence: 0, ...over }),
    answer: (
      who: Who,
      date: { id: GameDateId; starts_at: string } | undefined,
      answer: GameAnswer,
      zone = time_zone,
    ) =>
      call(who, 'POST', `dates/${date?.id}/answer/`, {
        starts_at: date?.starts_at,
        time_zone: zone,
        answer,
      }),
    /* The work of the server's background jobs. */
    remind: () => remindOfSessions(server.deps),
    announce: () => announcePolls(server.deps),
    remindOfPolls: () => remindOfPolls(server.deps),
    extend: () => extendSeries(server.deps),
  }
}
