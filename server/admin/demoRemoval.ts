import { randomBytes } from 'node:crypto'
import { type Account, demoRepository as repository } from '../db/seed/demoAccounts.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { logChange } from '../desk/audit.ts'
import { removePicture, removeUpload } from '../desk/uploads.ts'
import type { Deps } from '../http/deps.ts'
import { makePasswords } from '../modules/account/password.ts'
import { setPassword } from '../modules/account/repository.ts'
import { accountsWithDemoPassword } from '../start/demoPassword.ts'

export type RemovedDemo = {
  readonly removed: readonly Account[]
  /** Real accounts with the published password: they need a reset before the next login. */
  readonly closed: readonly Account[]
}

/**
 * Removes the demonstration's accounts and what is theirs alone. Groups with real members go to one of them;
 * the authors of approved entries stay without a name, unless the entries go too. All of it or nothing.
 * @param withEntries also removes the approved glossary entries of these accounts
 */
export async function removeDemo(
  { db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>,
  withEntries: boolean,
): Promise<RemovedDemo> {
  // A random password; hashed before the transaction, which would block the database.
  const unknown = await makePasswords().hash(randomBytes(32).toString('hex'))
  const suspects = await accountsWithDemoPassword(db)
  const { removed, closed, pictures, uploads } = await db.transaction().execute(async (tx) => {
    const now = clock()
    const log = (action: string, { id, email, username, role }: Account, after: object | null) =>
      logChange(tx, {
        timestamp: now,
        actor: COMMAND_LINE,
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
      await setPassword(tx, account.id, unknown)
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

/** Random, so that no account has it. */
const nobody = (): string => `former member ${randomBytes(4).toString('hex')}`
