import type { Db } from '../../http/deps.ts'
import type { ContactForm } from './policy.ts'

export const contactRepository = {
  /** @param senders see `sendersOf` */
  async isBlocked(db: Db, senders: readonly string[]): Promise<boolean> {
    const found = await db
      .selectFrom('blocked_senders')
      .select('sender')
      .where('sender', 'in', senders)
      .executeTakeFirst()
    return found !== undefined
  },

  /** @returns the message's id */
  async add(tx: Db, form: ContactForm, now: number): Promise<number> {
    const { id } = await tx
      .insertInto('contact_messages')
      .values({ ...form, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** The newest message since a time, when `skipped` newer ones are left out. */
  newestButSome: (db: Db, skipped: number, since: number) =>
    db
      .selectFrom('contact_messages')
      .select('created_at')
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(skipped)
      .executeTakeFirst(),

  /** An answer of the staff, with the message that it responds to. */
  answer: (db: Db, id: number) =>
    db
      .selectFrom('message_answers as a')
      .innerJoin('contact_messages as m', 'm.id', 'a.message_id')
      .select(['a.text', 'm.email', 'm.subject', 'm.message', 'm.created_at'])
      .where('a.id', '=', id)
      .executeTakeFirst(),

  message: (db: Db, id: number) =>
    db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst(),
}
