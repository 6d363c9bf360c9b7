import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS } from '../../../config/time.ts'
import { announcing, claimFile } from '../../../db/looseFiles.ts'
import { newKey } from '../../../files/fileStore.ts'
import type { Deps } from '../../../http/deps.ts'
import { makePoller } from '../../../mail/poller.ts'
import type { PersonalData } from '../../../work/personalData.ts'
import { changing, reading } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { findUser } from '../repository.ts'
import { archiveOf } from './archive.ts'
import { claimExport, type ExportRow, failExport, finishExport } from './exportRepository.ts'
import { subjectOf } from './subject.ts'

/** Hours that the archive with a member's data can be downloaded. */
export const EXPORT_HOURS = 24

const POLL_MS = 5000

type Parts = Pick<Deps, 'db' | 'clock' | 'files' | 'kit'>
type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Makes the archive that was requested first. @returns false when none is due */
export async function exportNext(
  parts: Parts,
  personal: readonly PersonalData[],
  log: Log,
): Promise<boolean> {
  const row = await claimExport(reading(parts))
  if (row === undefined) return false
  try {
    await make(parts, personal, row)
    log.info({ account: row.user_id }, 'an archive of personal data is ready')
  } catch (error) {
    log.error({ err: error, account: row.user_id }, 'an archive of personal data was not made')
    await failExport(reading(parts), row)
  }
  return true
}

async function make(
  { db, clock, files, kit }: Parts,
  personal: readonly PersonalData[],
  row: ExportRow,
): Promise<void> {
  const subject = await subjectOf({ db }, row.user_id)
  if (subject === null) return
  const file_key = newKey('private', 'zip')
  await announcing(files, db, clock).put(
    file_key,
    await archiveOf(
      { db, files, kit: kit.current().in(subject.language) },
      personal,
      subject,
      clock(),
    ),
  )
  const size = (await files.size(file_key)) ?? 0
  await changing({ db, clock }, async (w) => {
    const expires_at = w.now + EXPORT_HOURS * HOUR_MS
    const user = await findUser(w, row.user_id)
    // A file that is not claimed is swept.
    const isWanted = await finishExport(w, row, { file_key, size, expires_at })
    if (user === undefined || !isWanted) return
    await claimFile(w.db, file_key)
    notify(w, user, { notice: 'export_ready', hours: String(EXPORT_HOURS) })
  })
}

/** Polls for requests; several processes may do so at once. */
export function makeExporter(parts: Parts, personal: readonly PersonalData[], log: Log) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      while (!poller.isStopped() && (await exportNext(parts, personal, log)));
    },
    (error) => log.error({ err: error }, 'no archive of personal data could be made'),
  )
  return poller
}
