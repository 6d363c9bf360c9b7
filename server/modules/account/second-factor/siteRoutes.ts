import { securitySchemas } from '#contract/schemas/security.ts'
import { securityRoutes } from '#contract/security.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { type Call, limited, routesOn } from '../../../http/serve.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { iso } from '../../../text/time.ts'
import { securityNotice } from '../mails.ts'
import { findUser } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { lockCaller } from '../sessions/caller.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
} from './secondFactorRepository.ts'
import { confirmSetUp, renewCodes, startSetUp } from './setUp.ts'

type Sent<Name extends keyof typeof securitySchemas> = Call<(typeof securitySchemas)[Name]>

/**
 * Two-step login in the settings of a member; `secondStep.ts` is the step of the logins, `stepUp.ts` that of sensitive
 * calls.
 */
export function secondFactorModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityRoutes, securitySchemas)
  route('getSecondFactor', getSecondFactor)
  route('startSecondFactor', start, limited(20, 10))
  route('confirmSecondFactor', confirm, limited(20, 10))
  route('removeSecondFactor', remove, limited(20, 10))
  route('renewRecoveryCodes', renew, limited(20, 10))
}

async function getSecondFactor({ db }: Deps, { memberId }: Sent<'getSecondFactor'>) {
  const user = await findUser(db, memberId)
  const factor = await findSecondFactor(db, memberId)
  return {
    enabled_at: iso(factor?.enabled_at),
    codes_left: await countRecoveryCodes(db, memberId),
    is_required: user !== undefined && user.role !== 'player',
  }
}

const settingOf = (
  { jwtSecret, kit, clock }: Deps,
  request: Parameters<typeof clientOf>[0],
): Parameters<typeof confirmSetUp>[3] => ({
  jwtSecret,
  kit,
  now: clock(),
  client: clientOf(request),
})

const start = (deps: Deps, request: Sent<'startSecondFactor'>) =>
  deps.db.transaction().execute(async (tx) => {
    const user = await lockCaller(tx, request)
    return startSetUp(tx, user, settingOf(deps, request))
  })

async function confirm(deps: Deps, request: Sent<'confirmSecondFactor'>) {
  const { memberId, body, log, ip } = request
  const codes = await deps.db.transaction().execute(async (tx) => {
    const user = await lockCaller(tx, request)
    return confirmSetUp(tx, user, body.code, settingOf(deps, request))
  })
  deps.security.report(log, 'second_step_on', { account: memberId, ip })
  return codes
}

async function remove({ db, clock, security }: Deps, request: Sent<'removeSecondFactor'>) {
  const { memberId, log, ip } = request
  const isRemoved = await db.transaction().execute(async (tx) => {
    const user = await lockCaller(tx, request)
    const factor = await findSecondFactor(tx, memberId)
    await deleteSecondFactor(tx, memberId)
    // An unfinished set-up is not worth a notice.
    if (factor === undefined || factor.enabled_at === null) return false
    const now = clock()
    await enqueue(tx, securityNotice(user, 'second_step_off'), now)
    await recordEvent(tx, memberId, 'second_step_off', clientOf(request), now)
    return true
  })
  if (isRemoved) security.report(log, 'second_step_off', { account: memberId, ip })
  return {}
}

const renew = ({ db, clock }: Deps, request: Sent<'renewRecoveryCodes'>) =>
  db.transaction().execute(async (tx) => {
    const { memberId } = request
    await lockCaller(tx, request)
    const factor = await findSecondFactor(tx, memberId)
    if (factor === undefined || factor.enabled_at === null) throw errors.secondFactorNotStarted()
    const now = clock()
    await recordEvent(tx, memberId, 'recovery_codes_renewed', clientOf(request), now)
    return renewCodes(tx, memberId, now)
  })
