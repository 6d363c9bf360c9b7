import type { GroupLog, GroupLogEntry, GroupPage, InviteLink } from '#contract/groupPage.ts'
import { parseLight } from '../../../text/light.ts'
import { iso } from '../../../text/time.ts'
import { LOG_PAGE } from '../limits.ts'
import type { LogRow } from '../logRepository.ts'
import type { InGroup } from '../policy.ts'
import { roleOf } from './policy.ts'
import type { LinkRow, StoredPage } from './repository.ts'

export const presentPage = (
  { group, me }: Pick<InGroup, 'group' | 'me'>,
  texts: StoredPage,
  log: readonly LogRow[],
): GroupPage => {
  const [purpose_rich, note_rich] = [parseLight(texts.purpose), parseLight(texts.note)]
  return {
    ...texts,
    ...(purpose_rich && { purpose_rich }),
    ...(note_rich && { note_rich }),
    role: roleOf(group, me),
    co_owners: group.coOwners.filter((id) => id !== group.ownerId),
    log: presentLog(log),
  }
}

/** @param rows one more than a page has, if there are more */
export function presentLog(rows: readonly LogRow[]): GroupLog {
  const shown = rows.slice(0, LOG_PAGE)
  return {
    entries: shown.map(presentLogEntry),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

const presentLogEntry = ({ created_at, ...entry }: LogRow): GroupLogEntry => ({
  ...entry,
  happened_at: iso(created_at),
})

export const presentLink = ({
  id,
  username,
  email,
  uses,
  uses_left,
  expires_at,
}: LinkRow): InviteLink => ({
  id,
  email,
  uses,
  uses_left,
  created_by: username,
  expires_at: iso(expires_at),
})
