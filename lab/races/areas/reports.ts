import { DAY_MS } from '../../../server/config/time.ts'
import { desk, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = {
  readonly Mara: TestUser
  readonly Rita: TestUser
  readonly Sven: TestUser
  /** Rita has reported the name of Mara. */
  readonly about: number
}

const decided = (act: string, until?: string) => ({ act, reason: 'Be kind.', until })

/** @param isDecided Ada keeps Mara from writing, who has appealed */
const setUp =
  (isDecided: boolean) =>
  async (stage: Stage, count: number): Promise<World[]> => {
    const people = await stage.people(count * 3)
    const { db, clock } = stage.server.deps
    const now = clock()
    const until = now + DAY_MS
    const decision = {
      ...{ act: 'silence' as const, reason: 'Be kind.', until, decided_at: now },
      ...{ decided_by: stage.ada.user.id, appeal: 'Why?', appealed_at: now },
    }
    const worlds: World[] = []
    for (let n = 0; n < count; n++) {
      const [Mara, Rita, Sven] = people.slice(n * 3, n * 3 + 3) as [TestUser, TestUser, TestUser]
      const { id: about } = await db
        .insertInto('report_cases')
        .values({
          ...{ kind: 'name' as const, subject_id: Mara.id, user_id: Mara.id, created_at: now },
          ...{ title: Mara.username, text: Mara.username, ...(isDecided && decision) },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const report = { case_id: about, reporter_id: Rita.id, reason: 'insult' as const, line: '' }
      await db
        .insertInto('reports')
        .values({ ...report, created_at: now })
        .execute()
      const kept = { kind: 'writing' as const, reason: 'Be kind.', until, case_id: about }
      if (isDecided)
        await db
          .insertInto('restrictions')
          .values({ ...kept, user_id: Mara.id, created_at: now })
          .execute()
      worlds.push({ Mara, Rita, Sven, about })
    }
    return worlds
  }

async function look({ server }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const cases = await db.selectFrom('report_cases').selectAll().execute()
  const reports = await db.selectFrom('reports').selectAll().execute()
  const kept = await db.selectFrom('restrictions').selectAll().execute()
  const users = new Map(
    (await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]),
  )
  return worlds.map(({ Mara, Rita, about }) => {
    const user = users.get(Mara.id)
    const row = cases.find(({ id }) => id === about)
    return {
      name: user?.username === Mara.username ? 'own' : 'neutral',
      isActive: user?.deactivated_at === null,
      isHeard: users.get(Rita.id)?.distrusted_at === null,
      act: row?.act,
      outcome: row?.appeal_outcome,
      isClaimed: row?.claimed_by !== null,
      cases: cases.filter(({ user_id }) => user_id === Mara.id).length,
      reports: reports.filter(({ case_id }) => case_id === about).length,
      kept: kept.filter(({ user_id }) => user_id === Mara.id).map(({ kind }) => kind),
    }
  })
}

const TABLES = ['outbox', 'restrictions', 'reports', 'report_cases'] as const
const late = () => new Date(Date.now() + DAY_MS).toISOString()

/** A case while staff decide about it. */
export const OPEN_CASE: Area<World> = {
  about: 'a case that is open',
  tables: TABLES,
  setUp: setUp(false),
  look,
  operations: {
    'Sven reports it as well': ({ Mara, Sven }) =>
      site(Sven, 'POST', '/reports/', {
        kind: 'name',
        name: Mara.username,
        reason: 'spam',
        line: '',
      }),
    'Ada claims it': ({ about }, { ada }) => desk(ada, 'POST', `/reports/${about}/claim`),
    'Ada releases it': ({ about }, { ada }) => desk(ada, 'POST', `/reports/${about}/release`),
    'Ada removes it': ({ about }, { ada }) =>
      desk(ada, 'POST', `/reports/${about}/decide`, decided('hide')),
    'Ben leaves it': ({ about }, { ben }) =>
      desk(ben, 'POST', `/reports/${about}/decide`, decided('nothing')),
    'Ben keeps Mara from events': ({ about }, { ben }) =>
      desk(ben, 'POST', `/reports/${about}/decide`, decided('bar', late())),
    'Ben closes the account': ({ about }, { ben }) =>
      desk(ben, 'POST', `/reports/${about}/decide`, decided('close')),
    'Ada takes it back': ({ about }, { ada }) => desk(ada, 'POST', `/reports/${about}/undo`),
    'Ada stops to hear Rita': ({ about, Rita }, { ada }) =>
      desk(ada, 'POST', `/reports/${about}/distrust`, { member_id: Rita.id, is_distrusted: true }),
    'Ben renames Mara': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/rename`, {
        username: `Wren${Mara.id}`,
        reason: 'Asked.',
      }),
    'Ben closes the account on its page': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/deactivate`),
  },
}

/** A decision while its member appeals and staff look at it again. */
export const APPEAL: Area<World> = {
  about: 'a decision with an appeal',
  tables: TABLES,
  setUp: setUp(true),
  look,
  operations: {
    'Ben keeps the decision': ({ about }, { ben }) =>
      desk(ben, 'POST', `/reports/${about}/appeal`, { outcome: 'uphold', reason: 'It stays.' }),
    'Ben grants the appeal': ({ about }, { ben }) =>
      desk(ben, 'POST', `/reports/${about}/appeal`, { outcome: 'restore', reason: 'Fair.' }),
    'Ben takes it back': ({ about }, { ben }) => desk(ben, 'POST', `/reports/${about}/undo`),
    'Ben claims it': ({ about }, { ben }) => desk(ben, 'POST', `/reports/${about}/claim`),
    'Ben lets Mara write': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/lift`, { kind: 'writing', reason: 'Fair.' }),
    'Ada keeps Mara from events': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/restrict`, {
        kind: 'events',
        reason: 'No.',
        until: late(),
      }),
    'Rita reports it again': ({ Mara, Rita }) =>
      site(Rita, 'POST', '/reports/', {
        kind: 'name',
        name: Mara.username,
        reason: 'spam',
        line: '',
      }),
  },
}
