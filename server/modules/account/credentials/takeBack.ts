import type { MemberId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Db } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import { iso } from '../../../text/time.ts'
import { deletePasskeysSince, listPasskeys } from '../passkeys/passkeyRepository.ts'
import { deleteExportSince } from '../personal-data/exportRepository.ts'
import {
  deleteRecoveryCodesSince,
  deleteSecondFactorSince,
} from '../second-factor/secondFactorRepository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { startOfFamily } from '../sessions/familyRepository.ts'
import type { EmailChange } from './emailChangeRepository.ts'

/** What an undo removes of other modules. `scopes.ts` hands it in. */
export type RemoveElsewhere = (
  tx: Db,
  member: MemberId,
  since: number,
) => Promise<{ readonly feeds: number; readonly names: readonly string[] }>

type Removal = {
  readonly client: Client
  readonly now: number
  readonly elsewhere: RemoveElsewhere
}

/** A session that is older is more likely one that was stolen than one that a thief has begun. */
const SESSION_MAX_MS = DAY_MS

/**
 * Since when an account may have been in other hands: the login of the session that asked for the change, as a thief
 * may prepare before asking, or a day before the request.
 */
export async function takenSince(tx: Db, change: EmailChange): Promise<number> {
  const { user_id, family, requested_at } = change
  const begun = family === null ? undefined : await startOfFamily(tx, user_id, family)
  return Math.max(Math.min(begun ?? requested_at, requested_at), requested_at - SESSION_MAX_MS)
}

/**
 * Removes every way into the account, and every request, that is newer than `since`.
 * @returns the values of the mail about it; empty: there was nothing of the kind
 */
export async function removeNewer(
  tx: Db,
  user: MemberId,
  since: number,
  { client, now, elsewhere }: Removal,
): Promise<Record<string, string>> {
  const passkeys = await deletePasskeysSince(tx, user, since)
  const factor = await deleteSecondFactorSince(tx, user, since)
  const codes = await deleteRecoveryCodesSince(tx, user, since)
  const { feeds, names } = await elsewhere(tx, user, since)
  const archive = await deleteExportSince(tx, user, since)
  const events: readonly [MemberSecurityEvent, boolean][] = [
    ['passkey_removed', passkeys.length > 0],
    ['second_step_off', factor !== null],
    ['feed_revoked', feeds > 0],
  ]
  for (const [event, isSo] of events) if (isSo) await recordEvent(tx, user, event, client, now)
  const kept = await listPasskeys(tx, user)
  return {
    passkeys: quoted(passkeys),
    second_step: factor === null ? '' : day(factor),
    codes: codes > 0 && factor === null ? String(codes) : '',
    feeds: feeds > 0 ? String(feeds) : '',
    names: quoted(names),
    archive: archive === undefined ? '' : day(archive),
    kept: quoted(kept.map(({ name }) => name)),
  }
}

const day = (timestamp: number): string => iso(timestamp).slice(0, 10)
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')
