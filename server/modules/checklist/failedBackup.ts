import { cutText } from '#shared/cutText.ts'
import { BACKUP_FAILED, backupFailedMail, memberIn } from '../../mail/jobs.ts'
import { renderMail } from '../../mail/renderMail.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { changing, type Opener } from '../../work/work.ts'
import { activeUsers, findUser } from '../account/repository.ts'
import { noteFact } from './repository.ts'

/** Characters: reasons may list files. */
const REASON_MAX = 500

/** Notes a backup that failed for the checklist, and emails the superusers once a day. @param reason in words */
export async function noteFailedBackup(deps: Opener, reason: string): Promise<void> {
  const text = cutText(reason, REASON_MAX)
  await changing(deps, async (w) => {
    await noteFact(w, 'backup_failed', text, w.now)
    const superusers = await activeUsers(w)
      .select(['id', 'email'])
      .where('role', '=', 'superuser')
      .execute()
    w.mail(superusers.map((one) => backupFailedMail(one, text, w.now)))
  })
}

export const failedBackupWriters: MailWriters = {
  async [BACKUP_FAILED]({ data }, { db, kit }) {
    const reader = await findUser({ db }, memberIn(data))
    if (reader?.role !== 'superuser') return null
    const values = { username: reader.username, reason: String(data['reason']) }
    return renderMail(kit.current(), 'backup_failed', { to: reader.email, values })
  },
}
