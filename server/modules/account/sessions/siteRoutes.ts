import { securityCalls } from '#contract/security.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { iso } from '../../../text/time.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
import { endPendingChanges } from '../credentials/emailChangeRepository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { lockCaller } from './caller.ts'
import { endSession, listFamilies } from './repository.ts'
import { shutOut } from './shutOut.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>

/** Open sessions of the caller. */
export function sessionListModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityCalls)
  route('listSessions', listSessions)
  route('endSession', endOne)
  route('endOtherSessions', endOthers)
}

async function listSessions(w: CallRead, { memberId, sessionFamily }: Sent<'listSessions'>) {
  const families = await listFamilies(w, memberId)
  return families.map(({ family, family_started_at, created_at, browser, network }) => ({
    id: family,
    browser,
    network,
    started_at: iso(family_started_at ?? created_at),
    last_used_at: iso(created_at),
    is_current: family === sessionFamily,
  }))
}

const endOne = (w: CallRead, request: Sent<'endSession'>) =>
  changing(w, async (w) => {
    const { memberId, params } = request
    // The lock keeps a refresh from adding a token.
    await lockCaller(w, request)
    if (!(await endSession(w, params.id, memberId))) throw errors.notFound()
    await endPendingChanges(w, memberId, params.id)
    await recordEvent(w, memberId, 'session_ended', clientOf(request))
    return {}
  })

const endOthers = (w: CallRead, request: Sent<'endOtherSessions'>) =>
  changing(w, async (w) => {
    const { memberId, sessionFamily } = request
    await lockCaller(w, request)
    await shutOut(w, memberId, sessionFamily)
    await recordEvent(w, memberId, 'sessions_ended', clientOf(request))
    return {}
  })
