import { insertRow } from '#server/db/rows.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** Words in reports of the member, and in what others have reported about the member. */
export const REPORT_WORDS = (name: string): string[] =>
  ['thing', 'said', 'appeal', 'letter', 'line'].map((word) => `${name}-report-${word}`)

/** The member is reported, appeals, reports someone else, and writes to the team. */
export async function beReported(server: TestServer, { id, username }: TestUser): Promise<void> {
  const { db, clock } = server.deps
  const now = clock()
  const words = { title: `${username}-report-thing`, text: `${username}-report-said` }
  const decided = { act: 'silence', reason: 'Be kind.', until: now + 1, decided_at: now } as const
  const appeal = { appeal: `${username}-report-appeal`, appealed_at: now }
  const kept = JSON.stringify({ text: words.text })
  const { id: case_id } = await insertRow(db, 'report_cases', {
    ...{ kind: 'recap', subject_id: 1, user_id: id, created_at: now, ...words, ...decided },
    ...{ ...appeal, stored_before: kept, stored_after: kept },
  })
  const report = { reason: 'insult', line: `${username}-report-line`, created_at: now } as const
  await insertRow(db, 'reports', { ...report, case_id, reporter_id: null, line: '' })
  const letter = { kind: 'letter', title: '', text: `${username}-report-letter` } as const
  const { id: own } = await insertRow(db, 'report_cases', { ...letter, created_at: now })
  await insertRow(db, 'reports', { ...report, case_id: own, reporter_id: id })
  const restriction = { kind: 'writing', until: now + 1, reason: 'Be kind.' } as const
  await insertRow(db, 'restrictions', { user_id: id, ...restriction, created_at: now })
}
