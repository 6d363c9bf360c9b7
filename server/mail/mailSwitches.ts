import type { MemberId } from '#contract/ids.ts'
import type { MailSwitch, Switch } from '#contract/profile.ts'
import type { HasDb } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { MAIL_KINDS, unsubscribeTokens } from './unsubscribeToken.ts'
import type { MailDeps } from './worker.ts'

/** Column of `preferences`: null while the switch is on. */
export const switchColumn = <Name extends Switch>(name: Name): `${Name}_off_at` => `${name}_off_at`

/** Those of the members who have turned a switch off. A caller enqueues no mail for them. */
export async function listStoppedMembers(
  w: HasDb,
  name: Switch,
  members: readonly MemberId[],
): Promise<ReadonlySet<MemberId>> {
  const rows = await w.db
    .selectFrom('preferences')
    .select('user_id')
    .where(isOneOf(w.db, 'user_id', members))
    .where(switchColumn(name), 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/**
 * The link that stops the mails, for `unsubscribe` of `renderMail`. Every writer of a mail that can be stopped asks for
 * it when the mail is sent.
 * @returns null after the member has stopped them: the writer makes no mail
 */
export async function stopLink(
  { db, jwtSecret, settings }: Pick<MailDeps, 'db' | 'jwtSecret' | 'settings'>,
  name: MailSwitch,
  member: MemberId,
): Promise<string | null> {
  if ((await listStoppedMembers({ db }, name, [member])).has(member)) return null
  const token = unsubscribeTokens(jwtSecret, name).tokenOf(member)
  return `${settings.publicUrl}/api${MAIL_KINDS[name].path}/${token}`
}
