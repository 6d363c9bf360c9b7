import { securityCalls } from '#contract/security.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { iso } from '../../../text/time.ts'
import { type Call, type CallRead, routesOn } from '../../../work/work.ts'
import { endPendingChanges } from '../credentials/emailChangeRepository.ts'
import { ofCaller } from './caller.ts'
import { endSession, listFamilies } from './repository.ts'
import { shutOut } from './shutOut.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>

export function sessionListRoutes(member: App, deps: Deps): void {
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

/** The lock keeps a refresh from adding a token. */
const endOne = ofCaller(async (w, { params }: Sent<'endSession'>) => {
  if (!(await endSession(w, params.id, w.user.id))) throw errors.notFound()
  await endPendingChanges(w, w.user.id, params.id)
  await w.note('session_ended')
  return {}
})

const endOthers = ofCaller(async (w, { sessionFamily }: Sent<'endOtherSessions'>) => {
  await shutOut(w, w.user.id, sessionFamily)
  await w.note('sessions_ended')
  return {}
})
