import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import type { RowOf } from '../../desk/rows.ts'
import { iso } from '../../text/time.ts'
import { stateOf } from '../account/deskPolicy.ts'
import type { GroupPeople } from './deskRepository.ts'

/** @param members of this group */
export function presentGroup(
  row: RowOf<'groups'>,
  members: GroupPeople,
  open_invites: number,
): DeskGroup {
  const shown = members.map((member) => ({
    id: member.id,
    username: member.username,
    state: stateOf(member),
    joined_at: iso(member.joined_at),
  }))
  // The database holds that the owner is a member.
  const owner = shown.find(({ id }) => id === row.owner_id)
  return {
    id: row.id,
    name: row.name,
    created_at: iso(row.created_at),
    state: owner?.state === 'deactivated' ? 'stuck' : 'active',
    owner: { id: row.owner_id, username: owner?.username ?? '' },
    members: shown,
    size: shown.length,
    open_invites,
  }
}
