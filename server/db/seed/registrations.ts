import { type Clock, HOUR_MS } from '../../config/time.ts'
import { factsOf } from '../../text/eventFacts.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import type { DemoTexts } from './languages.ts'

type Signed = { readonly member: string; readonly answers: readonly string[] }

/** Events with seats left, with three left, and with a waiting list. */
export async function seedRegistrations(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  demo: DemoTexts<'registrations'>,
): Promise<void> {
  for (const { event, coming, waiting, questions, ...settings } of demo) {
    const row = await tx
      .updateTable('contents')
      .set({ ...settings, questions: JSON.stringify(questions) })
      .where('title', '=', event)
      .where('kind', '=', 'event')
      .returningAll()
      .executeTakeFirstOrThrow()
    const signed = [...coming, ...waiting] as readonly Signed[]
    const rows = signed.map(({ member, answers }, order) => {
      const at = clock() - (signed.length - order) * HOUR_MS
      return {
        content_id: row.id,
        user_id: named(users, member),
        state: order < coming.length ? ('coming' as const) : ('waiting' as const),
        answers: JSON.stringify(
          questions.map(({ text }, index) => ({ question: text, answer: answers[index] ?? '' })),
        ),
        told: factsOf(row),
        queued_at: at,
        created_at: at,
        updated_at: at,
      }
    })
    await tx.insertInto('registrations').values(rows).execute()
  }
}
