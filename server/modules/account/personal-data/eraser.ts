import { hash } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import { DELETION_DAYS } from '#contract/personalData.ts'
import { DAY_MS } from '../../../config/time.ts'
import { deleteLoose, type LooseFile, releaseFiles } from '../../../db/looseFiles.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { noteErasure, overwriteErased } from '../../../db/waitingTexts.ts'
import { type Actor, auditedChange, SERVER } from '../../../desk/audit.ts'
import { clearAreas } from '../../../http/cache/clearing.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { secretText } from '../../../text/secrets.ts'
import type { PersonalData } from '../../../work/personalData.ts'
import type { Work } from '../../../work/work.ts'
import { dayInData, notify } from '../mails.ts'
import { changeUser, listDue, lockSuperusers, lockUser, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { subjectOf } from './subject.ts'

/** Accounts of one statement. */
const BATCH = 50

type EraseDeps = Pick<Deps, 'db' | 'clock' | 'files'>
type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>
type Due = {
  readonly id: MemberId
  readonly isDue: (dueAt: number | null, w: Pick<Read, 'now'>) => boolean
  readonly actor: Actor
  readonly log?: Log
}

export class LastSuperuser extends Error {}
/** The deletion was withdrawn, or the account is gone. */
class NotDue extends Error {}

/**
 * Deletes an account with everything about its member; what others need stays under "a former member".
 * @throws LastSuperuser, NotDue
 */
export async function eraseAccount(
  deps: EraseDeps,
  personal: readonly PersonalData[],
  { id, isDue, actor, log }: Due,
): Promise<void> {
  const what = { resource: 'members', action: 'erase', ...(log && { log }) }
  await auditedChange(deps, actor, what, async (w) => {
    const superusers = await lockSuperusers(w)
    const user = await lockUser(w, id)
    if (user === undefined || !isDue(user.deletion_due_at, w)) throw new NotDue()
    if (isLastSuperuser(superusers, id)) throw new LastSuperuser()
    const released = await erase(w, personal, id)
    await releaseFiles(w.db, released)
    w.clear(['glossary'])
    w.afterwards(async ({ db }) => {
      await deleteLoose(db, deps.files, released)
      await overwriteErased(db)
    })
    return { record: id, before: null, after: null, response: null }
  })
}

async function erase(
  w: Work,
  personal: readonly PersonalData[],
  id: MemberId,
): Promise<LooseFile[]> {
  const subject = await subjectOf(w, id)
  if (subject === null) throw new NotDue()
  const formerMember = await formerMemberId(w)
  const released: LooseFile[] = []
  for (const { erase: erasePart } of personal)
    released.push(...((await erasePart?.(w, subject, formerMember)) ?? []))
  await w.db.deleteFrom('users').where('id', '=', id).execute()
  await noteErasure(w.db)
  return released
}

/**
 * Deletes the accounts whose time to withdraw is over. One that fails stops no other, and is tried again by the next
 * run.
 */
export async function eraseDueAccounts(
  deps: EraseDeps & Pick<Deps, 'responseCache' | 'publicReads' | 'security'>,
  personal: readonly PersonalData[],
  log: Log,
): Promise<number> {
  const isDue: Due['isDue'] = (dueAt, w) => dueAt !== null && dueAt <= w.now
  let count = 0
  for await (const id of dueAccounts(deps))
    try {
      await eraseAccount(deps, personal, { id, isDue, actor: SERVER, log })
      deps.security.report(log, 'account_deleted', { account: id, by: null })
      count++
    } catch (error) {
      if (error instanceof NotDue) continue
      log.error({ err: error, account: id }, 'an account that is due was not deleted')
      deps.security.report(log, 'account_not_deleted', { account: id, by: null })
    }
  if (count > 0) clearAreas(deps, ['glossary'])
  // Another program may have read the log, or the process may have ended, while an account was erased.
  await overwriteErased(deps.db)
  return count
}

async function* dueAccounts({ db, clock }: EraseDeps): AsyncGenerator<MemberId> {
  for (let after = 0; ; ) {
    const due = await listDue({ db, now: clock() }, after, BATCH)
    for (const { id } of due) yield id
    const last = due.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** No e-mail address has this form: it cannot be registered, logged in with or mailed to. */
const KEY = 'former-member'
/** `usernameKey` trims: no name has this key, whatever earlier versions have allowed. */
const NAME_KEY = `${FORMER_MEMBER} `

const find = (w: HasDb) =>
  w.db.selectFrom('users').select('id').where('email_key', '=', KEY).executeTakeFirst()

export const isFormerMember = ({ email_key }: { readonly email_key: string }): boolean =>
  email_key === KEY

/** The account that inherits rows of deleted accounts; created at the first deletion. */
export async function formerMemberId(w: Read): Promise<MemberId> {
  const found = await find(w)
  if (found !== undefined) return found.id
  await w.db
    .insertInto('users')
    .values({
      email: '',
      email_key: KEY,
      username: FORMER_MEMBER,
      username_key: NAME_KEY,
      // Hash of a random secret: no password matches.
      password_hash: await hash(secretText()),
      role: 'player',
      created_at: w.now,
      activated_at: null,
      deactivated_at: w.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = (await find(w)) ?? {}
  if (id === undefined) throw new Error('There is no account for former members')
  return id
}

/* Asking for the deletion of an account, and withdrawing: by the member, at the desk, by an operator. */

export const isLastSuperuser = (superusers: readonly MemberId[], user: MemberId): boolean =>
  superusers.length === 1 && superusers.includes(user)

/** @param user locked @returns when the account will be deleted, epoch milliseconds */
export async function scheduleDeletion(
  w: Work,
  user: User,
  client: Client = UNKNOWN_CLIENT,
): Promise<number> {
  if (user.deletion_due_at !== null) return user.deletion_due_at
  const due = w.now + DELETION_DAYS * DAY_MS
  await changeUser(w, user.id, { deletion_due_at: due })
  const values = { date: dayInData(due), days: String(DELETION_DAYS) }
  notify(w, user, { notice: 'deletion_requested', ...values })
  await recordEvent(w, user.id, 'deletion_requested', client)
  return due
}

/** @param user locked @returns false when there is nothing to withdraw */
export async function withdrawDeletion(
  w: Work,
  user: User,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  if (user.deletion_due_at === null) return false
  await changeUser(w, user.id, { deletion_due_at: null })
  notify(w, user, { notice: 'deletion_withdrawn' })
  await recordEvent(w, user.id, 'deletion_withdrawn', client)
  return true
}
