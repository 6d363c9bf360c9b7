import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupOpening } from '#contract/openings.ts'
import type { Read } from '../../../db/schema.ts'
import { type Membership, mayInvite } from '../policy.ts'
import { findOpening } from './openingRepository.ts'
import { presentOpening } from './present.ts'
import { listWaiting } from './requestRepository.ts'

/** @param reader a member of the group */
export const readOpening = async (
  w: Read,
  id: GroupId,
  group: Membership,
  reader: MemberId,
): Promise<GroupOpening> =>
  presentOpening(
    await findOpening(w, id),
    mayInvite(group, reader) ? await listWaiting(w, id, reader) : [],
  )
