import type { MemberId } from '#contract/ids.ts'
import { assertPerson } from '../../../desk/actor.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../../desk/changeRoute.ts'
import { deskErrors } from '../../../desk/errors.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { limited } from '../../../http/serve.ts'
import { lockUser } from '../repository.ts'
import { completeDeskSession } from '../sessionRepository.ts'
import { confirmSetUp, startSetUp } from './setUp.ts'

/** Staff without a second step set it up before the desk opens. The password was right a moment ago. */
export function secondFactorDeskModule(desk: App, deps: Deps): void {
  const options = { config: limited(20, 10) }
  changeRoute(desk, deps, 'second-factor', 'start', start, options)
  changeRoute(desk, deps, 'second-factor', 'confirm', confirm, options)
}

async function start(context: ChangeContext) {
  const user = await lockedStaff(context)
  return unlogged(user.id, await startSetUp(context.tx, user, settingOf(context)))
}

async function confirm(context: ChangeContext, { body }: Sent<'second-factor', 'confirm'>) {
  const { deps, tx, request } = context
  const user = await lockedStaff(context)
  const codes = await confirmSetUp(tx, user, body.code, settingOf(context))
  await completeDeskSession(tx, request.deskSession?.id ?? 0)
  const afterwards = async () =>
    deps.security.report(request.log, 'second_step_on', { account: user.id, ip: request.ip })
  return { ...unlogged(user.id, codes), afterwards }
}

/** In a complete session, the settings of the site are the place for it: they ask for the password. */
async function lockedStaff({ tx, actor, request }: ChangeContext) {
  assertPerson(actor)
  const user = await lockUser(tx, actor.id)
  if (user === undefined || request.deskSession?.needs_second_factor_since === null)
    throw deskErrors.wrongState('Change two-step login in the settings of the site.')
  return user
}

const settingOf = ({ deps, now, request }: ChangeContext) => ({
  jwtSecret: deps.jwtSecret,
  now,
  client: clientOf(request),
})

/** The audit log says that it happened, and keeps no secret. */
const unlogged = <Response>(record: MemberId, response: Response) => ({
  record,
  before: null,
  after: null,
  response,
})
