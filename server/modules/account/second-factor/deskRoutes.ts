import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from '#contract/security.ts'
import { MINUTE_MS } from '../../../config/time.ts'
import { assertPerson, auditedChange } from '../../../desk/audit.ts'
import { changeRoute, type DeskWork, deskRouteOf, type Sent } from '../../../desk/changeRoute.ts'
import { deskErrors } from '../../../desk/errors.ts'
import { clientOf } from '../../../http/client.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { WorkOf } from '../../../work/work.ts'
import { hasPasskeys } from '../passkeys/passkeyRepository.ts'
import { lockUser } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { completeDeskSession } from '../sessions/repository.ts'
import { mailCodeHash, secondFactorMails } from './mails.ts'
import { codeRequested, mailConfirmed, tryMailCode } from './secondFactorRepository.ts'
import { confirmSetUp, plainCode, startSetUp } from './secondStep.ts'

/** Tries of one mailed code. */
const TRIES_MAX = 5
const MAIL_CODE = new RegExp(`^\\d{${MAIL_CODE_DIGITS}}$`)

/**
 * Staff without a second step set it up before the desk opens. The password was right a moment ago, but a thief of the
 * password must not choose the second step: a mailed code comes first, and an account that has a passkey logs in with
 * it.
 */
export function secondFactorDeskRoutes(desk: App, deps: Deps): void {
  const options = { config: limited(20, 10) }
  changeRoute(desk, deps, 'second-factor', 'sendCode', sendCode, { config: limited(5, 60) })
  const route = deskRouteOf('second-factor', 'checkCode')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(30, 60) },
    handler: (request, reply) => checkCode(deps, request, reply),
  })
  changeRoute(desk, deps, 'second-factor', 'start', start, options)
  changeRoute(desk, deps, 'second-factor', 'confirm', confirm, options)
}

async function sendCode(w: DeskWork) {
  const user = await lockedStaff(w)
  const session = w.request.deskSession?.id ?? 0
  await codeRequested(w, session, w.now + MAIL_CODE_MINUTES * MINUTE_MS)
  w.mail(user.email, secondFactorMails.of('desk-code', { user: user.id, session }))
  return unlogged(user.id, {})
}

/** A try is counted in a transaction of its own: a refusal rolls back the other. */
async function checkCode(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock, jwtSecret, security } = deps
  const { deskUser: actor, ip, log } = request
  const code = plainCode((request.body as Sent<'second-factor', 'checkCode'>['body']).code)
  const session = request.deskSession?.id ?? 0
  // A text that does not have the form of a code is not counted as a guess.
  if (!MAIL_CODE.test(code)) throw errors.mailCodeWrong()
  const hash = await tryMailCode({ db, now: clock() }, session, TRIES_MAX)
  if (hash === undefined) throw refusal(400, 'mail_code_over', { attr: 'code' })
  if (hash !== mailCodeHash(jwtSecret, session, code)) {
    await recordEvent({ db, now: clock() }, actor.id, 'code_failed', clientOf(request))
    security.report(log, 'code_failed', { account: actor.id, ip, route: 'desk set-up' })
    throw errors.mailCodeWrong()
  }
  const what = { resource: 'second-factor', action: 'checkCode', log }
  const response = await auditedChange(deps, actor, what, async (w) => {
    const user = await lockedStaff({ db: w.db, actor, request })
    await mailConfirmed(w, session)
    return unlogged(user.id, {})
  })
  return reply.send(response)
}

async function start(w: DeskWork) {
  const user = await confirmedStaff(w)
  return unlogged(user.id, await startSetUp(w, user))
}

async function confirm(w: WorkOf<DeskWork>, { body }: Sent<'second-factor', 'confirm'>) {
  const user = await confirmedStaff(w)
  const codes = await confirmSetUp(w, user, { code: body.code, client: clientOf(w.request) })
  await completeDeskSession(w, w.request.deskSession?.id ?? 0)
  w.afterwards(async () =>
    w.security.report(w.request.log, 'second_step_on', { account: user.id, ip: w.request.ip }),
  )
  return unlogged(user.id, codes)
}

/** A complete session is refused: it uses the settings of the site, which require the password. */
async function lockedStaff({ db, actor, request }: Pick<DeskWork, 'db' | 'actor' | 'request'>) {
  assertPerson(actor)
  const user = await lockUser({ db }, actor.id)
  if (user === undefined || request.deskSession?.needs_second_factor_since === null)
    throw deskErrors.wrongState('second_factor_on_site')
  if (await hasPasskeys({ db }, user.id)) throw errors.passkeyRequired()
  return user
}

async function confirmedStaff(w: DeskWork) {
  const user = await lockedStaff(w)
  if (w.request.deskSession?.mail_confirmed_at == null) throw refusal(403, 'mail_code_required')
  return user
}

/** The audit log records the action without its secrets. */
const unlogged = <Response>(record: MemberId, response: Response) => ({
  record,
  before: null,
  after: null,
  response,
})
