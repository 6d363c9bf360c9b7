import { securityCalls } from '#contract/security.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { iso } from '../../../text/time.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { findUser } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { lockCaller } from '../sessions/caller.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
} from './secondFactorRepository.ts'
import { confirmSetUp, renewCodes, startSetUp } from './setUp.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>

/**
 * Two-step login in the settings of a member; `secondStep.ts` is the step of the logins, `stepUp.ts` that of sensitive
 * calls.
 */
export function secondFactorModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityCalls)
  route('getSecondFactor', getSecondFactor)
  route('startSecondFactor', start, limited(20, 10))
  route('confirmSecondFactor', confirm, limited(20, 10))
  route('removeSecondFactor', remove, limited(20, 10))
  route('renewRecoveryCodes', renew, limited(20, 10))
}

async function getSecondFactor(w: CallRead, { memberId }: Sent<'getSecondFactor'>) {
  const user = await findUser(w, memberId)
  const factor = await findSecondFactor(w, memberId)
  return {
    enabled_at: iso(factor?.enabled_at),
    codes_left: await countRecoveryCodes(w, memberId),
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

const start = (w: CallRead, request: Sent<'startSecondFactor'>) =>
  changing(w, async (w) => {
    const user = await lockCaller(w, request)
    return startSetUp(w, user, settingOf(w, request))
  })

async function confirm(w: CallRead, request: Sent<'confirmSecondFactor'>) {
  const { memberId, body, log, ip } = request
  const codes = await changing(w, async (w) => {
    const user = await lockCaller(w, request)
    return confirmSetUp(w, user, body.code, settingOf(w, request))
  })
  w.security.report(log, 'second_step_on', { account: memberId, ip })
  return codes
}

async function remove(w: CallRead, request: Sent<'removeSecondFactor'>) {
  const { memberId, log, ip } = request
  const isRemoved = await changing(w, async (w) => {
    const user = await lockCaller(w, request)
    const factor = await findSecondFactor(w, memberId)
    await deleteSecondFactor(w, memberId)
    // An unfinished set-up is not worth a notice.
    if (factor === undefined || factor.enabled_at === null) return false
    notify(w, user, { notice: 'second_step_off' })
    await recordEvent(w, memberId, 'second_step_off', clientOf(request))
    return true
  })
  if (isRemoved) w.security.report(log, 'second_step_off', { account: memberId, ip })
  return {}
}

const renew = (w: CallRead, request: Sent<'renewRecoveryCodes'>) =>
  changing(w, async (w) => {
    const { memberId } = request
    await lockCaller(w, request)
    const factor = await findSecondFactor(w, memberId)
    if (factor === undefined || factor.enabled_at === null) throw errors.secondFactorNotStarted()
    await recordEvent(w, memberId, 'recovery_codes_renewed', clientOf(request))
    return renewCodes(w, memberId)
  })
