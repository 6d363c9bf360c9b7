import { DAY_MS } from '../../config/time.ts'
import { scope } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { departGroups, mailBeforeDeletions, reclaimGroups } from './departureRepository.ts'
import { groupsDeskRoutes, listGroupFacts } from './deskRoutes.ts'
import { groupHookRoutes, type Hooks, logHook } from './hookRoutes.ts'
import { deleteExpiredMutes, listReceivedInvites } from './inviteRepository.ts'
import { inviteForTeam } from './invites.ts'
import { NOTICE_DAYS, REQUESTS_KEPT_MS } from './limits.ts'
import { deleteOldNotices } from './logRepository.ts'
import { inviteMailWriters } from './mails.ts'
import { openingsDeskRoutes } from './openings/deskRoutes.ts'
import { openingMails } from './openings/mails.ts'
import { areOpeningsOn } from './openings/openingRepository.ts'
import { deleteOldRequests, listAskedGroups } from './openings/requestRepository.ts'
import { openingsRoutes } from './openings/siteRoutes.ts'
import { deleteExpiredLinks } from './page/repository.ts'
import { admitsByLink, groupPageRoutes, inviteLookRoutes } from './page/siteRoutes.ts'
import { type LinkedTree, pastRoutes } from './past/siteRoutes.ts'
import { forecastGroups, groupsData } from './personalDataRepository.ts'
import { answerPagesRoutes } from './planning/answerPages.ts'
import { listCalendarSessions, listOccurrencesOfMember } from './planning/calendarRepository.ts'
import { goneMails } from './planning/goneRepository.ts'
import { listGroupNotices } from './planning/hookRepository.ts'
import { planningExpiries, planningJobs } from './planning/jobRepository.ts'
import { sessionMails, sessionReminders } from './planning/mails.ts'
import { pollMails, pollReminders } from './planning/pollMails.ts'
import { listUnansweredPolls } from './planning/pollRepository.ts'
import { type PlanningNeeds, planningRoutes } from './planning/siteRoutes.ts'
import { findGroupsByName, isInGroup } from './repository.ts'
import { groupsRoutes } from './siteRoutes.ts'
import { groupThings } from './things.ts'

type Needs = PlanningNeeds & Hooks & { readonly linkedTree: LinkedTree }

export const groups = {
  gives: {
    departGroups,
    reclaimGroups,
    listGroupFacts,
    listSessions: listOccurrencesOfMember,
    listCalendarSessions,
    listPolls: listUnansweredPolls,
    listInvites: listReceivedInvites,
    listAskedGroups,
    findGroups: findGroupsByName,
    inviteForTeam,
    isInGroup,
    admitsByLink,
    groupThings,
    listGroupNotices,
    logHook,
  },
  make: ({ linkedTree, listSeatsAhead, ...hooks }: Needs): Module => ({
    site: (deps) => ({
      async open(open) {
        inviteLookRoutes(open, deps)
        await open.register(scope('answers', async (mailed) => answerPagesRoutes(mailed, deps)))
      },
      async member(member) {
        groupsRoutes(member, deps)
        planningRoutes(member, deps, { listSeatsAhead })
        groupHookRoutes(member, deps, hooks)
        pastRoutes(member, deps, linkedTree)
        groupPageRoutes(member, deps)
        await member.register(scope('openings', async (scoped) => openingsRoutes(scoped, deps)))
      },
      switchedFeatures: async () => ((await areOpeningsOn(deps)) ? ['openings'] : []),
      pageFeatures: ['invite_look'],
      features: ['notices', 'planning', 'polls', 'group_page', 'invite_links', 'hooks'],
    }),
    desk(desk, deps) {
      groupsDeskRoutes(desk, deps)
      openingsDeskRoutes(desk, deps)
    },
    mails: {
      ...inviteMailWriters,
      ...sessionMails.writers,
      ...sessionReminders.writers,
      ...goneMails.writers,
      ...pollMails.writers,
      ...pollReminders.writers,
      ...openingMails.writers,
    },
    jobs: planningJobs,
    expiries: {
      mutes: { expire: deleteExpiredMutes, keptMs: DAY_MS },
      inviteLinks: { expire: deleteExpiredLinks, keptMs: DAY_MS },
      notices: { expire: deleteOldNotices, keptMs: NOTICE_DAYS * DAY_MS },
      joinRequests: { expire: deleteOldRequests, keptMs: REQUESTS_KEPT_MS },
      ...planningExpiries,
    },
    cleanUp: mailBeforeDeletions,
    pictureTexts: [
      { table: 'group_pages', column: 'purpose', key: 'group_id' },
      { table: 'group_pages', column: 'note', key: 'group_id' },
      { table: 'date_recaps', column: 'text', key: 'date_id' },
    ],
    personalData: groupsData,
    forecastDeletion: async (w, member) => ({ groups: await forecastGroups(w, member) }),
  }),
}
