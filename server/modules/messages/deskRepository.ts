import { type Insertable, sql } from 'kysely'
import type { MessageAnswersTable } from '../../db/schema/content.ts'
import { isOneOf } from '../../db/search.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { Db } from '../../http/deps.ts'
import { answerKey } from '../../mail/jobs.ts'

export const messageStates = (): Record<string, Condition> => ({
  unread: sql`(read_at is null)`,
  read: sql`(read_at is not null)`,
})

export const mailStates = (): Record<string, Condition> => ({
  waiting: sql`(done_at is null and dead_at is null)`,
  sent: sql`(done_at is not null)`,
  dead: sql`(dead_at is not null)`,
})

export type AnswerRow = Awaited<ReturnType<typeof answerRepository.answers>>[number]

/** Answers to messages of the contact form, with the mails that carry them. */
export const answerRepository = {
  /** Oldest first. */
  async answers(db: Db, messages: readonly number[]) {
    const rows = await db
      .selectFrom('message_answers')
      .selectAll()
      .where(isOneOf(db, 'message_id', messages))
      .orderBy('id')
      .execute()
    if (rows.length === 0) return []
    const mails = await db
      .selectFrom('outbox')
      .select(['once_key', 'done_at', 'dead_at'])
      .where(
        'once_key',
        'in',
        rows.map(({ id }) => answerKey(id)),
      )
      .execute()
    const byKey = new Map(mails.map((mail) => [mail.once_key, mail]))
    return rows.map((row) => ({ ...row, mail: byKey.get(answerKey(row.id)) }))
  },

  async count(tx: Db, message: number): Promise<number> {
    const { n } = await tx
      .selectFrom('message_answers')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('message_id', '=', message)
      .executeTakeFirstOrThrow()
    return n
  },

  /** @returns the answer's id */
  async add(tx: Db, answer: Insertable<MessageAnswersTable>): Promise<number> {
    const { id } = await tx
      .insertInto('message_answers')
      .values(answer)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
}
