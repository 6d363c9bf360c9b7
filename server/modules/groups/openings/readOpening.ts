import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupOpening } from '#contract/schemas/openings.ts'
import type { Db } from '../../../db/schema.ts'
import { type Membership, mayInvite } from '../policy.ts'
import { findOpening } from './openingRepository.ts'
import { presentOpening } from './present.ts'
import { listWaiting } from './requestRepository.ts'

/** @param reader a member of the group */
export const readOpening = async (
  db: Db,
  id: GroupId,
  group: Membership,
  reader: MemberId,
  now: number,
): Promise<GroupOpening> =>
  presentOpening(
    await findOpening(db, id),
    mayInvite(group, reader) ? await listWaiting(db, id, reader, now) : [],
  )
