import type { FastifyRequest } from 'fastify'
import type { Checklist } from '#contract/checklist.ts'
import { VERSION } from '../../config/version.ts'
import { deskRouteOf, readRoute } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { App, Deps } from '../../http/deps.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { limited } from '../../http/serve.ts'
import { check, checkIn, type FoundCheck } from '../../text/check.ts'
import { iso } from '../../text/time.ts'
import { findUser } from '../account/repository.ts'
import type { Collected } from '../face.ts'
import { changesSince } from './changes.ts'
import { findFact } from './repository.ts'
import { sendTestMail } from './testMail.ts'

/** What is still to be done, as the desk shows it to superusers. */
export function checklistModule(
  desk: App,
  deps: Deps,
  { checks }: Pick<Collected, 'checks'>,
): void {
  readRoute(desk, deps, 'checklist', 'get', async (_deps, _sent, request): Promise<Checklist> => {
    const { db, clock, settings } = deps
    const rows = await checks(deps)
    return {
      checks: rows.map((row) => {
        const seen = row.name === 'proxy' ? seenProxy(row, request) : row
        return checkIn(languageOf(request), seen)
      }),
      public_url: settings.publicUrl,
      at: iso(clock()),
      version: VERSION,
      changes: changesSince((await findFact({ db }, 'former_version'))?.value),
    }
  })
  desk.route({
    ...deskRouteOf('checklist', 'sendTestMail'),
    config: { ...deskRouteOf('checklist', 'sendTestMail').config, ...limited(5, 10) },
    async handler({ deskUser }) {
      if (deps.settings.smtpUrl === undefined) throw deskErrors.wrongState('no_mail_server')
      const to = (await findUser(deps, deskUser.id))?.email ?? ''
      return { to, failure: await sendTestMail(deps, to) }
    },
  })
}

/** The request itself shows whether a proxy is in front, and whether its header arrives. */
function seenProxy(row: FoundCheck, { headers, ips = [] }: FastifyRequest): FoundCheck {
  const isForwarded = headers['x-forwarded-for'] !== undefined
  if (row.finding !== 'ok') return isForwarded ? check('proxy', 'wrong') : row
  return ips.length > 1 ? row : check('proxy', 'open_unseen')
}
