import { PASSKEY_ORIGIN } from '#contract/pages.ts'
import { securityCalls } from '#contract/security.ts'
import { DAY_MS } from '../../config/time.ts'
import { deleteLoose } from '../../db/looseFiles.ts'
import { type App, type Deps, scope } from '../../http/deps.ts'
import { check, type FoundCheck } from '../../text/check.ts'
import { voidTag } from '../../text/markup.ts'
import { iso } from '../../text/time.ts'
import { reading, routesOn } from '../../work/work.ts'
import type { CheckDeps, Module } from '../face.ts'
import { deleteExpiredAccessTokens } from './access-tokens/repository.ts'
import { accessTokenRoutes } from './access-tokens/siteRoutes.ts'
import type { Invites } from './admission/admit.ts'
import { requireConduct } from './admission/conduct.ts'
import { admissionDeskRoutes } from './admission/deskRoutes.ts'
import { admissionMails } from './admission/mails.ts'
import {
  applicationStates,
  deleteExpiredTeamLinks,
  deleteOldApplications,
} from './admission/repository.ts'
import { blockRoutes } from './blocks.ts'
import type { CalendarLinks } from './credentials/calendarLinks.ts'
import { memberEmailRoutes } from './credentials/deskRoutes.ts'
import { deleteExpiredChanges } from './credentials/emailChangeRepository.ts'
import { mailedPagesRoutes, type RemoveElsewhere } from './credentials/mailedPages.ts'
import { credentialMails } from './credentials/mails.ts'
import { credentialsRoutes } from './credentials/siteRoutes.ts'
import { applyDueChanges } from './credentials/staffEmail.ts'
import {
  assertSuperuser,
  type Connections,
  closing,
  membersRoutes,
  reopening,
} from './deskRoutes.ts'
import { passkeysDeskRoutes, sessionsRoutes } from './deskSessions.ts'
import { accountMails } from './mails.ts'
import { hasHiddenFirstSteps, saveFirstSteps } from './nameRepository.ts'
import { nameThing } from './nameThing.ts'
import { type RelyingParty, relyingPartyOf } from './passkeys/ceremonies.ts'
import { deleteExpiredChallenges } from './passkeys/passkeyRepository.ts'
import { passkeyLoginRoutes, passkeysMemberRoutes } from './passkeys/siteRoutes.ts'
import { eraseDueAccounts } from './personal-data/eraser.ts'
import { makeExporter } from './personal-data/exporter.ts'
import { accountData, deleteExpiredExports } from './personal-data/exportRepository.ts'
import { exportFileRoutes, personalDataRoutes } from './personal-data/siteRoutes.ts'
import {
  changeUser,
  deleteExpiredLinks,
  deleteOldNames,
  deleteUnusedAccounts,
  listStaff,
  memberStates,
} from './repository.ts'
import { deleteOldRestrictions } from './restrictionRepository.ts'
import { restrictionRoutes } from './restrictions.ts'
import { secondFactorDeskRoutes } from './second-factor/deskRoutes.ts'
import { secondFactorMails } from './second-factor/mails.ts'
import { secondFactorRoutes, stepUpRoutes } from './second-factor/siteRoutes.ts'
import { deleteOldEvents, listEvents, recordEvent } from './security-log/eventRepository.ts'
import type { Joining } from './sessions/loggedIn.ts'
import {
  BROWSER_KEPT_MS,
  deleteExpiredBrowsers,
  deleteExpiredDeskSessions,
  deleteExpiredNetworks,
  deleteExpiredTokens,
  findDeskSession,
  NETWORK_KEPT_MS,
} from './sessions/repository.ts'
import { sessionListRoutes } from './sessions/siteRoutes.ts'
import { accountMemberRoutes, accountRoutes } from './siteRoutes.ts'
import { makeTokens } from './tokens.ts'

/** An expired link is refused with or without its row, which is kept for questions of members. */
const LINKS_KEPT_MS = DAY_MS

type OfSite = CalendarLinks &
  Invites &
  Joining & {
    readonly deleteNameChangesSince: (
      ...removal: Parameters<RemoveElsewhere>
    ) => Promise<Awaited<ReturnType<RemoveElsewhere>>['names']>
  }
type Needs = Connections & OfSite

/** A feature about passkeys, unless the host of the site is an IP address: no browser makes passkeys for one. */
const ifPasskeysWork = <const Feature>(settings: Deps['settings'], feature: Feature): Feature[] =>
  relyingPartyOf(settings).hasName ? [feature] : []

const passkeyOriginTag = ({ hasName, siteOrigin }: RelyingParty): string =>
  hasName ? voidTag('meta', { name: PASSKEY_ORIGIN, content: siteOrigin }) : ''

const site =
  ({
    deleteNameChangesSince,
    joinGuestSeats,
    admitsByLink,
    isOnList,
    ...calendarLinks
  }: OfSite): NonNullable<Module['site']> =>
  (deps, { forecastDeletion }) => ({
    async decorate(app) {
      app.decorate('siteTokens', await makeTokens(app, deps))
    },
    async open(open) {
      const invites = { admitsByLink, isOnList }
      accountRoutes(open, { ...deps, calendarLinks, joinGuestSeats, invites }, open.siteTokens)
      passkeyLoginRoutes(open, { ...deps, joinGuestSeats }, open.siteTokens)
      exportFileRoutes(open, deps)
      const removeElsewhere: RemoveElsewhere = async (w, member, since) => ({
        feeds: await calendarLinks.deleteFeedsSince(w, member, since),
        names: await deleteNameChangesSince(w, member, since),
      })
      await open.register(
        scope('mailed pages', async (mailed) =>
          mailedPagesRoutes(mailed, { ...deps, removeElsewhere, calendarLinks }),
        ),
      )
    },
    member(member, { features }) {
      requireConduct(member, deps)
      accountMemberRoutes(member, { ...deps, features, calendarLinks })
      secondFactorRoutes(member, deps)
      credentialsRoutes(member, { ...deps, calendarLinks })
      sessionListRoutes(member, deps)
      securityLogRoutes(member, deps)
      blockRoutes(member, deps)
      accessTokenRoutes(member, deps)
      passkeysMemberRoutes(member, deps)
      personalDataRoutes(member, deps, forecastDeletion)
      stepUpRoutes(member, deps, member.siteTokens)
    },
    everyPage: () => passkeyOriginTag(relyingPartyOf(deps.settings)),
    pageFeatures: [
      'admission',
      'resend_activation',
      ...ifPasskeysWork(deps.settings, 'passkey_login'),
    ],
    features: [
      'logout',
      ...ifPasskeysWork(deps.settings, 'passkeys'),
      'two_step',
      'sessions',
      'credentials',
      'security_log',
      'tokens',
      'my_data',
      'blocks',
    ],
  })

export const account = {
  gives: {
    ...{ recordEvent, changeUser, saveFirstSteps, hasHiddenFirstSteps, nameThing },
    ...{ assertSuperuser, closing, reopening },
  },
  make: ({
    countFeeds,
    deleteFeedsSince,
    deleteNameChangesSince,
    joinGuestSeats,
    admitsByLink,
    isOnList,
    ...connections
  }: Needs): Module => ({
    site: site({
      countFeeds,
      deleteFeedsSince,
      deleteNameChangesSince,
      joinGuestSeats,
      admitsByLink,
      isOnList,
    }),
    desk(desk, deps) {
      sessionsRoutes(desk, deps)
      passkeysDeskRoutes(desk, deps)
      secondFactorDeskRoutes(desk, deps)
      membersRoutes(desk, deps, connections)
      memberEmailRoutes(desk, deps)
      admissionDeskRoutes(desk, deps)
      restrictionRoutes(desk, deps)
    },
    findDeskSession,
    checks: [accountChecks],
    mails: {
      ...accountMails.writers,
      ...admissionMails.writers,
      ...credentialMails.writers,
      ...secondFactorMails.writers,
    },
    jobs: [(deps, log, { personalData }) => makeExporter(deps, personalData, log)],
    expiries: {
      tokens: { expire: deleteExpiredTokens, keptMs: 0 },
      accessTokens: { expire: deleteExpiredAccessTokens, keptMs: 0 },
      resetLinks: { expire: deleteExpiredLinks, keptMs: LINKS_KEPT_MS },
      emailChanges: { expire: deleteExpiredChanges, keptMs: LINKS_KEPT_MS },
      networks: { expire: deleteExpiredNetworks, keptMs: NETWORK_KEPT_MS },
      browsers: { expire: deleteExpiredBrowsers, keptMs: BROWSER_KEPT_MS },
      deskSessions: { expire: deleteExpiredDeskSessions, keptMs: 0 },
      challenges: { expire: deleteExpiredChallenges, keptMs: 0 },
      teamLinks: { expire: deleteExpiredTeamLinks, keptMs: 0 },
      applications: { expire: deleteOldApplications, keptMs: 30 * DAY_MS },
      unusedAccounts: { expire: deleteUnusedAccounts, keptMs: 30 * DAY_MS },
      securityEvents: { expire: deleteOldEvents, keptMs: 365 * DAY_MS },
      restrictions: { expire: deleteOldRestrictions, keptMs: 30 * DAY_MS },
      oldNames: { expire: deleteOldNames, keptMs: 365 * DAY_MS },
    },
    async cleanUp(deps, log, { personalData }) {
      await deleteLoose(deps.db, deps.files, await deleteExpiredExports(reading(deps)))
      await eraseDueAccounts(deps, personalData, log)
      await applyDueChanges(deps, log)
    },
    personalData: accountData,
    queues: (now) => ({
      members: { table: 'users', since: 'deletion_due_at', waits: memberStates(now).overdue },
      applications: {
        table: 'applications',
        since: 'confirmed_at',
        waits: applicationStates().waiting,
      },
    }),
  }),
}

/** Whether enough people can log in to the desk. */
async function accountChecks({ db, settings }: CheckDeps): Promise<FoundCheck[]> {
  const staff = await listStaff({ db })
  if (staff.length === 0) return [check('setup', settings.isProduction ? 'wrong' : 'open')]
  const superusers = staff.filter(({ role }) => role === 'superuser')
  const [only] = superusers
  const without = staff.filter(({ hasSecondStep }) => !hasSecondStep)
  return [
    check('setup', 'ok'),
    only === undefined
      ? check('superusers', 'open_none')
      : superusers.length === 1
        ? check('superusers', 'open', { name: only.username })
        : check('superusers', 'ok', { count: superusers.length }),
    without.length === 0
      ? check('second_step', 'ok')
      : check('second_step', 'open', { names: without.map(({ username }) => username) }),
    staff.length === 1 && only !== undefined
      ? check('reports', 'open', { name: only.username })
      : check('reports', 'ok'),
  ]
}

function securityLogRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, securityCalls)
  route('listSecurityEvents', async ({ db }, { memberId }) =>
    (await listEvents({ db }, memberId)).map(({ at, ...event }) => ({ ...event, at: iso(at) })),
  )
}
