import { randomBytes } from 'node:crypto'
import { accountsWithDemoPassword } from '../compose/demoPassword.ts'
import { deleteLoose, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import { type Account, demoRepository as repository } from '../db/seed/demoAccounts.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { logChange } from '../desk/audit.ts'
import { uploadedFile } from '../desk/uploads.ts'
import { openFiles } from '../files/openFiles.ts'
import { publishCleared } from '../http/cache/clearing.ts'
import type { Deps } from '../http/deps.ts'
import { makePasswords } from '../http/passwords.ts'
import { setPassword } from '../modules/account/repository.ts'
import { type Command, UsageError } from './command.ts'

export const removeDemo: Command = {
  usage: 'remove-demo [--content]',
  does: 'removes the demo accounts, and their glossary entries with --content',
  flags: ['content'],
  async run({ args, flags, print, settings, ...deps }) {
    if (args.length > 0) throw new UsageError('remove-demo takes no arguments.')
    const files = await openFiles(settings)
    const { removed, closed } = await remove({ ...deps, files }, flags.has('content'))
    if (removed.length + closed.length === 0) print('There are no demo accounts.')
    for (const { email, role } of removed) print(`Removed ${email} (${role}).`)
    for (const { email, role } of closed)
      print(`${email} (${role}) had the public demo password and has to set a new one.`)
  },
}

/**
 * Removes the demonstration's accounts and their belongings. Groups with real members go to one of them; the authors of
 * approved entries stay without a name, unless the entries go too. All of it or nothing.
 * @param withEntries also removes the approved glossary entries of these accounts
 * @returns the removed accounts, and real ones with the published password, which need a reset before the next login
 */
async function remove(
  { db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>,
  withEntries: boolean,
) {
  // A random password; hashed before the transaction, which would block the database.
  const unknown = await makePasswords().hash(randomBytes(32).toString('hex'))
  const suspects = await accountsWithDemoPassword(db)
  const { removed, closed, released } = await db.transaction().execute(async (tx) => {
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
    if (ids.length === 0) return { removed, closed, released: [] }
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
    await publishCleared(tx, ['glossary'])
    const released = [...pictures.flatMap(pictureFiles), ...uploads.map(uploadedFile)]
    await releaseFiles(tx, released)
    return { removed, closed, released }
  })
  await deleteLoose(db, files, released)
  return { removed, closed }
}

/** Random, so that no account has it. */
const nobody = (): string => `former member ${randomBytes(4).toString('hex')}`
