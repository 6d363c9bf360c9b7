import type { Deps } from '../../http/deps.ts'
import { deskSessions } from '../sessionRepository.ts'
import { forgetUpload, uploads } from './repository.ts'

/** An upload that no record has taken is removed after this time. Milliseconds. */
const UPLOADS_KEPT = 24 * 3_600_000

/** Forgets ended sessions and uploads that nobody has used. @param now epoch milliseconds */
export async function sweepDesk({ db, files }: Deps, now: number): Promise<void> {
  await deskSessions.sweep(db, now)
  for (const upload of await uploads.forgotten(db, now - UPLOADS_KEPT))
    await forgetUpload(files, upload)
}
