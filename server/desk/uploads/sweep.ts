import type { Deps } from '../../http/deps.ts'
import { deleteExpiredDeskSessions } from '../sessionRepository.ts'
import { removeUpload, takeOldUploads } from './repository.ts'

const UNUSED_UPLOAD_LIFETIME_MS = 24 * 3_600_000

/** Removes expired sessions and uploads that no record has used. @param now epoch milliseconds */
export async function sweepDesk({ db, files }: Deps, now: number): Promise<void> {
  await deleteExpiredDeskSessions(db, now)
  for (const upload of await takeOldUploads(db, now - UNUSED_UPLOAD_LIFETIME_MS))
    await removeUpload(files, upload)
}
