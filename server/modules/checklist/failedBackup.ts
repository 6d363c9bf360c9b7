import Type from 'typebox'
import { cutText } from '#shared/cutText.ts'
import { DAY_MS } from '../../config/time.ts'
import type { HasDb } from '../../db/rows.ts'
import { mail, mailTable } from '../../mail/table.ts'
import { changing, type Opener } from '../../work/work.ts'
import { activeUsers } from '../account/repository.ts'
import { noteFact } from './repository.ts'

/** Characters: reasons may list files. */
const REASON_MAX = 500

export const backupMails = mailTable(null, {
  'backup-failed': mail({
    data: { reason: Type.String() },
    find: async (w, data, { id }) => ((await listSuperusers(w)).includes(id) ? data : null),
    text: 'backup_failed',
    values: ({ reason }) => ({ reason }),
  }),
})

/** Notes a backup that failed for the checklist, and emails the superusers once a day. @param reason in words */
export async function noteFailedBackup(deps: Opener, reason: string): Promise<void> {
  const text = cutText(reason, REASON_MAX)
  await changing(deps, async (w) => {
    await noteFact(w, 'backup_failed', text)
    // A backup that is tried again and again sends no further mail.
    const onceKey = `backup-failed:${Math.floor(w.now / DAY_MS)}`
    w.mail(await listSuperusers(w), backupMails.of('backup-failed', { reason: text }, { onceKey }))
  })
}

async function listSuperusers(w: HasDb) {
  const rows = await activeUsers(w).select('id').where('role', '=', 'superuser').execute()
  return rows.map(({ id }) => id)
}
