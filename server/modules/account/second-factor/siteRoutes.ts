import type { FastifyRequest } from 'fastify'
import { type StepUpBody, securityCalls } from '#contract/security.ts'
import type { HasDb } from '../../../db/rows.ts'
import { clientOf } from '../../../http/client.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { limitedFailures } from '../../../http/plugins/rateLimit.ts'
import { iso } from '../../../text/time.ts'
import { type Call, type CallRead, changing, routesOn, serve } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { makeCeremonies, ownerOf, verifyUse } from '../passkeys/ceremonies.ts'
import { hasPasskeys } from '../passkeys/passkeyRepository.ts'
import { findUser, lockUser, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { ofCaller } from '../sessions/caller.ts'
import { isOfDemo } from '../signIn.ts'
import type { Tokens } from '../tokens.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
} from './secondFactorRepository.ts'
import { ACT_REFUSALS, confirmSetUp, makeSecondStep, renewCodes, startSetUp } from './secondStep.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>

/**
 * Two-step login in the settings of a member; `secondStep.ts` is the step of the logins, `stepUpRoutes` that of sensitive
 * calls.
 */
export function secondFactorRoutes(member: App, deps: Deps): void {
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

const start = ofCaller(async (w, _request: Sent<'startSecondFactor'>) => startSetUp(w, w.user))

const confirm = ofCaller(async (w, { body }: Sent<'confirmSecondFactor'>) => {
  w.report('second_step_on')
  return confirmSetUp(w, w.user, { code: body.code, client: w.client })
})

const remove = ofCaller(async (w, { memberId }: Sent<'removeSecondFactor'>) => {
  const factor = await findSecondFactor(w, memberId)
  await deleteSecondFactor(w, memberId)
  // An unfinished set-up is not worth a notice.
  if (factor === undefined || factor.enabled_at === null) return {}
  notify(w, w.user, { notice: 'second_step_off' })
  await w.note('second_step_off')
  w.report('second_step_off')
  return {}
})

const renew = ofCaller(async (w, { memberId }: Sent<'renewRecoveryCodes'>) => {
  const factor = await findSecondFactor(w, memberId)
  if (factor === undefined || factor.enabled_at === null) throw errors.secondFactorNotStarted()
  await w.note('recovery_codes_renewed')
  return renewCodes(w, memberId)
})

/** Wrong passwords of one member in an hour. */
const FAILURES = 10

/** The owner of an account confirms their presence before a sensitive call; see `makeStepUp`. */
export function stepUpRoutes(member: App, deps: Deps, { stepUp }: Tokens): void {
  const { db, clock, passwords, security } = deps
  const ceremonies = makeCeremonies(deps)
  const secondStep = makeSecondStep(member, deps, { name: 'step-up', ...ACT_REFUSALS })
  const failures = limitedFailures(member, {
    max: FAILURES,
    minutes: 60,
    keyOf: ({ memberId }) => ['step-up', String(memberId)],
  })

  async function assertPassword(request: FastifyRequest, user: User, password: string) {
    const matches = await passwords.verify(password, user.password_hash, () =>
      failures.assertOpen(request),
    )
    if (matches) return
    await failures.count(request)
    await recordEvent({ db, now: clock() }, user.id, 'login_failed', clientOf(request))
    const { log, ip } = request
    security.report(log, 'login_failed', { account: user.id, ip, route: 'step-up' })
    throw errors.wrongPassword()
  }

  async function prove(request: Sent<'stepUp'>, user: User, body: StepUpBody): Promise<void> {
    if ('response' in body) {
      const proof = await verifyUse(
        ceremonies,
        { purpose: 'step-up', member: user.id },
        body.response,
      )
      const isAccepted =
        proof !== null && (await changing({ db, clock }, (w) => ownerOf(w, proof))) !== null
      if (!isAccepted) throw errors.passkeyRefused(403)
      return
    }
    await assertPassword(request, user, body.password)
    await secondStep.guard(request, user, () =>
      changing({ db, clock }, async (w) => {
        const owner = await locked(w, user)
        const hasPassed = await secondStep.pass(w, request, owner, body.code)
        const isExempt = owner.role === 'player' || isOfDemo(deps.settings, owner, body.password)
        if (!hasPassed && !isExempt) await refusePasswordOfStaff(w, owner)
      }),
    )
  }

  serve(
    member,
    deps,
    securityCalls.stepUp,
    async (_w, request) => {
      const user = await findUser({ db }, request.memberId)
      if (user === undefined) throw errors.tokenNotValid()
      await prove(request, user, request.body)
      return stepUp.issue({ id: user.id, family: request.sessionFamily })
    },
    limited(30, 10),
  )
}

/**
 * Staff need more than a password, which would otherwise open the desk: it could add a passkey or a second step, or
 * change the e-mail address to which the desk mails its code.
 */
async function refusePasswordOfStaff(w: HasDb, { id }: User): Promise<never> {
  throw (await hasPasskeys(w, id)) ? errors.passkeyRequired() : errors.setUpAtDesk()
}

/** The account may have changed while the password was compared. */
async function locked(w: HasDb, seen: User): Promise<User> {
  const user = await lockUser(w, seen.id)
  if (user === undefined || user.password_hash !== seen.password_hash) throw errors.wrongPassword()
  return user
}
