import type { Settings } from '../../config/env.ts'
import { lockTable } from '../../db/dialect.ts'
import { publishMessage } from '../../db/messages.ts'
import { COMMAND_LINE } from '../../desk/actor.ts'
import { auditedChange } from '../../desk/audit.ts'
import { KIT_TOPIC } from '../../http/cache/clearing.ts'
import { makePasswords, unusableHash } from '../../http/passwords.ts'
import { newLink } from '../../modules/account/mails.ts'
import { nameToStore } from '../../modules/account/names.ts'
import { emailToStore } from '../../modules/account/policy.ts'
import { insertUser, setRole, takeOverUnused } from '../../modules/account/repository.ts'
import {
  findCurrent,
  iconsIn,
  insertKit,
  type KitRow,
  valueIn,
} from '../../modules/site-kit/repository.ts'
import { DEFAULT_SITE } from '../../text/kit.ts'
import { CommandError, type Context } from '../command.ts'
import type { Superuser } from './questions.ts'
import { findSuperusers, type Waiting } from './superusers.ts'

type Saving = Pick<Context, 'db' | 'clock'> & { readonly settings: Settings }

/** Names the site in its kit, unless it has the name already. */
export async function saveSiteName({ db, clock }: Saving, name: string): Promise<void> {
  const what = { resource: 'site', action: 'save' }
  if (name === nameIn(await findCurrent({ db }))) return
  await auditedChange({ db, clock }, COMMAND_LINE, what, async (w) => {
    await lockTable(w.db, 'site_kits')
    const current = await findCurrent(w)
    const before = current === undefined ? null : valueIn(current)
    const value = { ...before, name }
    const icons = current === undefined ? {} : iconsIn(current)
    const id = await insertKit(w, { value, icons, source: 'setup', made_by: null }, w.now)
    await publishMessage(w.db, { topic: KIT_TOPIC, data: id })
    return { record: id, before, after: value, response: undefined }
  })
}

export const nameIn = (kit: KitRow | undefined): string =>
  (kit === undefined ? undefined : valueIn(kit).name) ?? DEFAULT_SITE.name

/** Another account has got the name or the address since it was typed. */
export class Taken extends CommandError {}

/**
 * Makes the first superuser: active with a password, or waiting for the link for one use that sets it.
 * @param waiting who was the first superuser until now; there is one alone
 * @returns the link; null with a password
 * @throws Taken, CommandError
 */
export async function saveSuperuser(
  saving: Saving,
  who: Superuser,
  waiting: Waiting | null,
): Promise<string | null> {
  const { db, clock } = saving
  const user = { ...nameToStore(who.username), ...emailToStore(who.email) }
  // Hashed before the transaction, which would block the database.
  const password_hash =
    who.password === null ? unusableHash() : await makePasswords().hash(who.password)
  const what = { resource: 'members', action: 'create' }
  return auditedChange({ db, clock }, COMMAND_LINE, what, async (w) => {
    // Another setup may run.
    await lockTable(w.db, 'users')
    const found = await findSuperusers(w)
    if (found.hasActive || found.waiting?.id !== waiting?.id)
      throw new CommandError('Another setup just made a superuser. Nothing was changed.')
    const values = { ...user, password_hash, role: 'superuser' } as const
    const activated_at = who.password === null ? null : w.now
    const added =
      (await takeOverUnused(w, { ...values, activated_at })) ??
      (waiting && (await takeOverUnused(w, { ...values, activated_at }, waiting.id))) ??
      (await insertUser(w, { ...values, activated_at, created_at: w.now }))
    if (added === undefined)
      throw new Taken('Someone else just took this name or address. Write another one.')
    if (waiting !== null && waiting.id !== added.id) await setRole(w, waiting.email_key, 'player')
    const link =
      activated_at === null
        ? await newLink({ ...user, id: added.id }, 'password_reset', { ...saving, db: w.db })
        : null
    const after = { email: user.email, username: user.username, role: 'superuser' }
    return { record: added.id, before: null, after, response: link }
  })
}
