import type { MemberId } from '#contract/ids.ts'
import type { Waiting } from '#contract/overview.ts'
import type { StaffRole } from '#contract/sets.ts'

type Who = { readonly id: MemberId; readonly role: StaffRole }

export const queuesOf = ({ role }: Who): readonly Waiting['resource'][] =>
  role === 'superuser'
    ? ['review', 'name-changes', 'messages', 'outbox', 'members']
    : ['review', 'name-changes', 'messages']

/** Superusers see the whole log, which is undefined here; other staff see their own changes. */
export const actorOf = ({ id, role }: Who): MemberId | undefined =>
  role === 'superuser' ? undefined : id
