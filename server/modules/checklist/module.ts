import type { FastifyRequest } from 'fastify'
import type { Checklist } from '#contract/checklist.ts'
import { VERSION } from '../../config/version.ts'
import { deskRouteOf, readRoute } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { check, checkIn, type FoundCheck } from '../../text/check.ts'
import { iso } from '../../text/time.ts'
import { findUser } from '../account/repository.ts'
import type { Collected, Module } from '../face.ts'
import { changesSince } from './changes.ts'
import { dataChecks, machineChecks, settingChecks } from './checks.ts'
import { backupMails } from './failedBackup.ts'
import { sendTestMail } from './probes.ts'
import { findFact, noteVersion } from './repository.ts'

export const checklist = {
  make: (): Module => ({
    desk: checklistRoutes,
    mails: backupMails.writers,
    async atStart({ db, clock }) {
      await noteVersion({ db, now: clock() }, VERSION)
      return { notes: [], warnings: [] }
    },
    checks: [
      ({ settings, kit }) => settingChecks(settings, kit.current()),
      ({ settings }) => machineChecks(settings),
      dataChecks,
    ],
  }),
}

/** What is still to be done, as the desk shows it to superusers. */
function checklistRoutes(desk: App, deps: Deps, { checks }: Pick<Collected, 'checks'>): void {
  readRoute(
    desk,
    deps,
    'checklist',
    'get',
    async (w, _sent, request): Promise<Checklist> => ({
      checks: (await checks(w)).map((row) =>
        checkIn(languageOf(request), row.name === 'proxy' ? seenProxy(row, request) : row),
      ),
      public_url: w.settings.publicUrl,
      at: iso(w.now),
      version: VERSION,
      changes: changesSince((await findFact(w, 'former_version'))?.value),
    }),
  )
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
