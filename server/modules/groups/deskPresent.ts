import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import type { Row } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'
import { stateOf } from '../account/deskPolicy.ts'
import type { GroupPeople } from './deskRepository.ts'

/** @param members of this group */
export function presentGroup(row: Row, members: GroupPeople, open_invites: number): DeskGroup {
  const shown = members.map((member) => ({
    id: member.id,
    username: member.username,
    state: stateOf(member),
    joined_at: iso(member.joined_at) ?? '',
  }))
  // The database holds that the owner is a member.
  const owner = shown.find(({ id }) => id === row['owner_id'])
  return {
    id: Number(row['id']),
    name: String(row['name']),
    created_at: iso(row['created_at']) ?? '',
    state: owner?.state === 'deactivated' ? 'stuck' : 'active',
    owner: { id: Number(row['owner_id']), username: owner?.username ?? '' },
    members: shown,
    size: shown.length,
    open_invites,
  }
}
