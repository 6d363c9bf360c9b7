import { cutText } from '#contract/cutText.ts'
import type { Db } from '../../db/schema.ts'
import { BACKUP_FAILED, backupFailedMail, memberIn } from '../../mail/jobs.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/renderMail.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { activeUsers, findUser } from '../account/repository.ts'
import { noteFact } from './repository.ts'

/** Characters: reasons may list files. */
const REASON_MAX = 500

/** Notes a backup that failed for the checklist, and emails the superusers once a day. @param reason in words */
export async function noteFailedBackup(db: Db, reason: string, now: number): Promise<void> {
  const text = cutText(reason, REASON_MAX)
  await db.transaction().execute(async (tx) => {
    await noteFact(tx, 'backup_failed', text, now)
    const superusers = await activeUsers(tx)
      .select(['id', 'email'])
      .where('role', '=', 'superuser')
      .execute()
    await enqueueAll(
      tx,
      superusers.map((one) => backupFailedMail(one, text, now)),
      now,
    )
  })
}

export const failedBackupWriters: MailWriters = {
  async [BACKUP_FAILED]({ data }, { db, kit }) {
    const reader = await findUser(db, memberIn(data))
    if (reader?.role !== 'superuser') return null
    const values = { username: reader.username, reason: String(data['reason']) }
    return renderMail(kit.current(), 'backup_failed', { to: reader.email, values })
  },
}
