import type { MemberId } from '#contract/ids.ts'
import type { Waiting } from '#contract/schemas/deskOverview.ts'

type Who = { readonly id: MemberId; readonly role: 'staff' | 'superuser' }

/** The queues that somebody may open. */
export const queuesOf = ({ role }: Who): readonly Waiting['resource'][] =>
  role === 'superuser'
    ? ['review', 'name-changes', 'messages', 'outbox']
    : ['review', 'name-changes', 'messages']

/** The log is for superusers; everybody knows what they did themselves. Undefined: all acts. */
export const actsOf = ({ id, role }: Who): MemberId | undefined =>
  role === 'superuser' ? undefined : id
