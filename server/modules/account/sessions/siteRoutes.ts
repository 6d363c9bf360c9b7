import { securitySchemas } from '#contract/schemas/security.ts'
import { securityRoutes } from '#contract/security.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { type Call, routesOn } from '../../../http/serve.ts'
import { iso } from '../../../text/time.ts'
import { endPendingChanges } from '../credentials/emailChangeRepository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { lockCaller } from './caller.ts'
import { endFamily, listFamilies } from './familyRepository.ts'
import { shutOut } from './shutOut.ts'

type Sent<Name extends keyof typeof securitySchemas> = Call<(typeof securitySchemas)[Name]>

/** Open sessions of the caller. */
export function sessionListModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityRoutes, securitySchemas)
  route('listSessions', listSessions)
  route('endSession', endOne)
  route('endOtherSessions', endOthers)
}

async function listSessions(
  { db, clock }: Deps,
  { memberId, sessionFamily }: Sent<'listSessions'>,
) {
  const families = await listFamilies(db, memberId, clock())
  return families.map(({ family, family_started_at, created_at, browser, network }) => ({
    id: family,
    browser,
    network,
    started_at: iso(family_started_at ?? created_at),
    last_used_at: iso(created_at),
    is_current: family === sessionFamily,
  }))
}

const endOne = ({ db, clock }: Deps, request: Sent<'endSession'>) =>
  db.transaction().execute(async (tx) => {
    const { memberId, params } = request
    // The lock keeps a refresh from adding a token.
    await lockCaller(tx, request)
    if (!(await endFamily(tx, memberId, params.id, clock()))) throw errors.notFound()
    await endPendingChanges(tx, memberId, clock(), params.id)
    await recordEvent(tx, memberId, 'session_ended', clientOf(request), clock())
    return {}
  })

const endOthers = ({ db, clock }: Deps, request: Sent<'endOtherSessions'>) =>
  db.transaction().execute(async (tx) => {
    const { memberId, sessionFamily } = request
    await lockCaller(tx, request)
    await shutOut(tx, memberId, clock(), sessionFamily)
    await recordEvent(tx, memberId, 'sessions_ended', clientOf(request), clock())
    return {}
  })
