import { securityCalls } from '#contract/security.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { iso } from '../../../text/time.ts'
import { routesOn } from '../../../work/calls.ts'
import { listEvents } from './eventRepository.ts'

/** Security log of the caller's account. */
export function securityLogModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityCalls)
  route('listSecurityEvents', async ({ db }, { memberId }) =>
    (await listEvents({ db }, memberId)).map(({ at, ...event }) => ({ ...event, at: iso(at) })),
  )
}
