import { DAY_MS } from '../../config/time.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { departGroups, mailBeforeDeletions, reclaimGroups } from './departureRepository.ts'
import { groupsModule as groupsDeskModule, listGroupFacts } from './deskRoutes.ts'
import { deleteExpiredMutes, listReceivedInvites } from './inviteRepository.ts'
import { inviteForTeam } from './invites.ts'
import { NOTICE_DAYS, REQUESTS_KEPT_MS } from './limits.ts'
import { deleteOldNotices } from './logRepository.ts'
import { inviteMailWriters } from './mails.ts'
import { openingsModule as openingsDeskModule } from './openings/deskRoutes.ts'
import { openingMails } from './openings/mails.ts'
import { areOpeningsOn } from './openings/openingRepository.ts'
import { deleteOldRequests } from './openings/requestRepository.ts'
import { openingsModule } from './openings/siteRoutes.ts'
import { deleteExpiredLinks } from './page/repository.ts'
import { groupPageModule, inviteLookModule } from './page/siteRoutes.ts'
import { type LinkedTree, pastModule } from './past/siteRoutes.ts'
import { forecastGroups, groupsData } from './personalDataRepository.ts'
import { answerPagesModule } from './planning/answerPages.ts'
import { listCalendarSessions, listOccurrencesOfMember } from './planning/calendarRepository.ts'
import { planningExpiries, planningJobs } from './planning/jobRepository.ts'
import { sessionMails, sessionReminders } from './planning/mails.ts'
import { pollMails, pollReminders } from './planning/pollMails.ts'
import { listUnansweredPolls } from './planning/pollRepository.ts'
import { type PlanningNeeds, planningModule } from './planning/siteRoutes.ts'
import { findGroupsByName, isInGroup } from './repository.ts'
import { groupsModule } from './siteRoutes.ts'

type Needs = PlanningNeeds & { readonly linkedTree: LinkedTree }

export const groups = {
  gives: {
    departGroups,
    reclaimGroups,
    listGroupFacts,
    listSessions: listOccurrencesOfMember,
    listCalendarSessions,
    listPolls: listUnansweredPolls,
    listInvites: listReceivedInvites,
    findGroups: findGroupsByName,
    inviteForTeam,
    isInGroup,
  },
  make: ({ linkedTree, ...planning }: Needs): Module => ({
    site: (deps) => ({
      async open(open) {
        inviteLookModule(open, deps)
        await open.register(scope('answers', async (mailed) => answerPagesModule(mailed, deps)))
      },
      async member(member) {
        groupsModule(member, deps)
        planningModule(member, deps, planning)
        pastModule(member, deps, linkedTree)
        groupPageModule(member, deps)
        await member.register(scope('openings', async (scoped) => openingsModule(scoped, deps)))
      },
      switchedFeatures: async () => ((await areOpeningsOn(deps)) ? ['openings'] : []),
      pageFeatures: ['invite_look'],
      features: ['notices', 'planning', 'polls', 'group_page', 'invite_links'],
    }),
    desk(desk, deps) {
      groupsDeskModule(desk, deps)
      openingsDeskModule(desk, deps)
    },
    mails: {
      ...inviteMailWriters,
      ...sessionMails.writers,
      ...sessionReminders.writers,
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
