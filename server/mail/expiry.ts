import { sql } from 'kysely'
import { deleteFrom, type Expire, firstIds } from '../db/expiry.ts'

/**
 * Deletes sent mails. Once-only mails stay, with two exceptions: the keys of invites and failed backups expire with
 * their day, and the announcement row of an article prevents a second mail. The mails about an event stay until it is
 * over: if it is cancelled, they name the members to notify.
 */
export const deleteSentMails = deleteFrom(
  'outbox',
  (before) => sql`done_at < ${before} and (once_key is null
    or kind in ('backup-failed', 'event-cancelled', 'group-invite', 'invite-by-mail', 'member-invite')
    or (kind = 'new-content' and not exists (select 1 from contents as event
      where event.ends_at > ${before} and outbox.once_key like 'content:' || event.id || ':%')))`,
)

/** A once-only mail keeps its key, so that it is never enqueued again, and loses its recipient. */
export const blankOnceOnlyMails: Expire = async (db, before, limit) => {
  const where = sql<boolean>`done_at < ${before} and once_key is not null and recipient <> ''`
  const { numAffectedRows = 0n } = await sql`update outbox set recipient = '', data = '{}'
    where id in ${firstIds('outbox', where, limit)}`.execute(db)
  return Number(numAffectedRows)
}

export const deleteDeadMails = deleteFrom('outbox', (before) => sql`dead_at < ${before}`)
