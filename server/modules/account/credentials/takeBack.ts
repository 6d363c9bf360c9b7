import type { MemberId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import { at } from '../../../work/work.ts'
import { dayInData, namesInData } from '../noticeValues.ts'
import { deletePasskeysSince, listPasskeys } from '../passkeys/passkeyRepository.ts'
import { deleteExportSince } from '../personal-data/exportRepository.ts'
import {
  deleteRecoveryCodesSince,
  deleteSecondFactorSince,
} from '../second-factor/secondFactorRepository.ts'
import { firstNewBrowser, recordEvent } from '../security-log/eventRepository.ts'
import { startOfFamily } from '../sessions/familyRepository.ts'
import type { EmailChange } from './emailChangeRepository.ts'

/** Removes rows of other modules at an undo. Injected by `server/modules.ts`. */
export type RemoveElsewhere = (
  w: HasDb,
  member: MemberId,
  since: number,
) => Promise<{ readonly feeds: number; readonly names: readonly string[] }>

type Removal = {
  readonly client: Client
  readonly now: number
  readonly elsewhere: RemoveElsewhere
}

/** A login that is older is more likely one of the owner than one of a thief. */
const LOGIN_MAX_MS = DAY_MS

/**
 * Earliest time at which a thief may have had the account, since one may prepare before requesting the change: the
 * login of the requesting session, or an earlier one with a new browser, on the day before.
 */
export async function takenSince(w: HasDb, change: EmailChange): Promise<number> {
  const { user_id, family, requested_at, way, confirmed_at } = change
  // Nothing from before opens an account after a change by staff: what its owner did until then stays.
  if (way !== null) return confirmed_at ?? requested_at
  const earliest = requested_at - LOGIN_MAX_MS
  const begun = family === null ? undefined : await startOfFamily(w, user_id, family)
  const strange = await firstNewBrowser(w, user_id, earliest)
  const logins = [begun ?? requested_at, strange ?? requested_at, requested_at]
  return Math.max(Math.min(...logins), earliest)
}

/**
 * Removes every login method and every request that is newer than `since`.
 * @returns the values of the mail about it; empty: there was none
 */
export async function removeNewer(
  w: Read,
  user: MemberId,
  since: number,
  { client, now, elsewhere }: Removal,
) {
  const passkeys = await deletePasskeysSince(w, user, since)
  const factor = await deleteSecondFactorSince(w, user, since)
  const codes = await deleteRecoveryCodesSince(w, user, since)
  const { feeds, names } = await elsewhere(w, user, since)
  const archive = await deleteExportSince(w, user, since)
  const events: readonly [MemberSecurityEvent, boolean][] = [
    ['passkey_removed', passkeys.length > 0],
    ['second_step_off', factor !== null],
    ['feed_revoked', feeds > 0],
  ]
  for (const [event, isSo] of events) if (isSo) await recordEvent(at(w, now), user, event, client)
  const kept = await listPasskeys(w, user)
  return {
    passkeys: namesInData(passkeys),
    second_step: factor === null ? '' : dayInData(factor),
    codes: codes > 0 && factor === null ? String(codes) : '',
    feeds: feeds > 0 ? String(feeds) : '',
    names: namesInData(names),
    archive: archive === undefined ? '' : dayInData(archive),
    kept: namesInData(kept.map(({ name }) => name)),
  }
}
