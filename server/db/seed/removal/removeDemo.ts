import { randomBytes } from 'node:crypto'
import { logChange } from '../../../desk/audit.ts'
import { removePicture, removeUpload } from '../../../desk/uploads/repository.ts'
import type { Deps } from '../../../http/deps.ts'
import { makePasswords } from '../../../modules/account/password.ts'
import { accountsWithDemoPassword } from './demoPassword.ts'
import { type Account, demoRepository } from './demoRepository.ts'

const WHO = { id: null, username: 'command line' }

export type RemovedDemo = {
  readonly removed: readonly Account[]
  /** Real accounts that had the published password: nobody can log in to them before a reset. */
  readonly closed: readonly Account[]
}

/**
 * Removes the demonstration's accounts and what is theirs alone. Groups with real members go to one of them;
 * the authors of approved entries stay without a name, unless the entries go too. All of it or nothing.
 * @param withEntries also removes the approved glossary entries of these accounts
 */
export async function removeDemo(
  { db, engine, clock, files }: Pick<Deps, 'db' | 'engine' | 'clock' | 'files'>,
  withEntries: boolean,
): Promise<RemovedDemo> {
  const repository = demoRepository({ engine })
  // A password that nobody knows; hashed before the transaction, which would hold the database meanwhile.
  const unknown = await makePasswords().hash(randomBytes(32).toString('hex'))
  const suspects = await accountsWithDemoPassword({ db, engine })
  const { removed, closed, pictures, uploads } = await db.transaction().execute(async (tx) => {
    const now = clock()
    const log = (action: string, { id, email, username, role }: Account, after: object | null) =>
      logChange(tx, {
        timestamp: now,
        actor: WHO,
        resource: 'members',
        action,
        record: id,
        before: { email, username, role },
        after,
      })
    const removed = await repository.lockedMade(tx)
    const ids = removed.map(({ id }) => id)
    const closed = suspects.filter(({ id }) => !ids.includes(id))
    for (const account of closed) {
      await repository.setPassword(tx, account.id, unknown)
      await repository.endSessions(tx, [account.id])
      await log('close', account, { password: 'must be set anew' })
    }
    if (ids.length === 0) return { removed, closed, pictures: [], uploads: [] }
    await repository.handOnGroups(tx, ids)
    await repository.removeBelongings(tx, removed)
    const uploads = await repository.removeUploads(tx, ids)
    const pictures = await repository.removeEntries(tx, ids, withEntries)
    const authors = await repository.authorsAmong(tx, ids)
    for (const account of removed) {
      const name = authors.has(account.id) ? nobody() : null
      await (name === null
        ? repository.remove(tx, account.id)
        : repository.anonymise(tx, account.id, name, unknown, now))
      await log('remove-demo', account, name === null ? null : { username: name })
    }
    return { removed, closed, pictures, uploads }
  })
  for (const picture of pictures) await removePicture(files, picture)
  for (const upload of uploads) await removeUpload(files, upload)
  return { removed, closed }
}

/** Random, so that nobody can have registered it before. */
const nobody = (): string => `former member ${randomBytes(4).toString('hex')}`
