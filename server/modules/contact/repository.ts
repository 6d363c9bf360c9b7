import type { Db } from '../../deps.ts'
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

  message: (db: Db, id: number) =>
    db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst(),
}
