import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { exists, type HasDb, type Read } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'
import { signedTexts } from '../text/secrets.ts'

/** Keys and pages of tokens, by the kind of mails that one stops. */
export const MAIL_KINDS = {
  content: { key: 'discordia unsubscribe', path: '/notifications/unsubscribe' },
  invite_mails: {
    key: 'discordia unsubscribe invites',
    path: '/notifications/unsubscribe-invites',
  },
  planning_mails: {
    key: 'discordia unsubscribe planning',
    path: '/notifications/unsubscribe-planning',
  },
  reminder_mails: {
    key: 'discordia unsubscribe reminders',
    path: '/notifications/unsubscribe-reminders',
  },
  group_log_mails: {
    key: 'discordia unsubscribe activity',
    path: '/notifications/unsubscribe-activity',
  },
  event_mails: {
    key: 'discordia unsubscribe seats',
    path: '/notifications/unsubscribe-seats',
  },
} as const satisfies Record<'content' | MailSwitch, object>
export type MailKind = keyof typeof MAIL_KINDS

/**
 * A token stops one kind of a member's mails. It has no row and does not expire, since people keep mails for years;
 * a new `JWT_SECRET` invalidates all of them.
 */
export function unsubscribeTokens(jwtSecret: string, kind: MailKind = 'content') {
  const { tokenOf, textIn } = signedTexts(jwtSecret, MAIL_KINDS[kind].key)
  return {
    tokenOf: (member: MemberId): string => tokenOf(String(member)),
    memberOf(token: string): MemberId | null {
      const id = textIn(token, /^[1-9]\d{0,9}$/)
      return id === null ? null : (Number(id) as MemberId)
    },
  }
}

/**
 * Tokens of mails to people without an account, whose address is neither stored nor in the token: both have a keyed
 * digest. A new `JWT_SECRET` also forgets which addresses opted out.
 */
export function addressTokens(jwtSecret: string) {
  const { sign, tokenOf, textIn } = signedTexts(jwtSecret, 'discordia stopped address')
  /** @param key of the address; see `emailKey` */
  const digestOf = (key: string): string => sign(`address ${key}`).toString('base64url')
  return {
    digestOf,
    tokenOf: (key: string): string => tokenOf(digestOf(key)),
    digestIn: (token: string): string | null => textIn(token, /^[\w-]{43}$/),
  }
}

/** Stops all invites by email to the address, from any sender. @param digest see `addressTokens` */
export const stopAddress = (w: Read, digest: string) =>
  w.db
    .insertInto('stopped_addresses')
    .values({ digest, created_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const isAddressStopped = (w: HasDb, digest: string): Promise<boolean> =>
  exists(w.db.selectFrom('stopped_addresses').select('digest').where('digest', '=', digest))

export async function listStopped(
  w: HasDb,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await w.db
    .selectFrom('stopped_addresses')
    .select('digest')
    .where(isOneOf(w.db, 'digest', digests))
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** Condition about a column with digests. */
export const hasStopped = (column: string): RawBuilder<SqlBool> =>
  sql`exists (select 1 from stopped_addresses as stop where stop.digest = ${sql.ref(column)})`
