import { DAY_MS } from '../../config/time.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { departGroups, mailBeforeDeletions } from './departures.ts'
import { groupsModule as groupsDeskModule, listGroupFacts } from './deskRoutes.ts'
import { reclaimGroups } from './handoverRepository.ts'
import { listReceivedInvites } from './inviteRepository.ts'
import { NOTICE_DAYS } from './limits.ts'
import { groupMailWriters } from './mails.ts'
import { deleteExpiredMutes } from './muteRepository.ts'
import { deleteOldNotices } from './noticeRepository.ts'
import { openingsModule as openingsDeskModule } from './openings/deskRoutes.ts'
import { REQUESTS_KEPT_MS } from './openings/limits.ts'
import { openingMails } from './openings/mails.ts'
import { deleteOldRequests } from './openings/requestRepository.ts'
import { openingsModule } from './openings/siteRoutes.ts'
import { areOpeningsOn } from './openings/switchRepository.ts'
import { deleteExpiredLinks } from './page/linkRepository.ts'
import { mailInviteWriters } from './page/mails.ts'
import { groupPageModule, inviteLookModule } from './page/siteRoutes.ts'
import { type LinkedTree, pastModule } from './past/siteRoutes.ts'
import { forecastGroups, groupsData } from './personalDataRepository.ts'
import { makePollAnnouncer } from './planning/announcements.ts'
import { answerPagesModule } from './planning/answerPages.ts'
import { listCalendarSessions } from './planning/calendarRepository.ts'
import { makeExtender } from './planning/extend.ts'
import { deleteOldDates } from './planning/extendRepository.ts'
import { goneSessionWriters } from './planning/gone.ts'
import { planningMailWriters } from './planning/mails.ts'
import { listOccurrencesOfMember } from './planning/occurrenceRepository.ts'
import { pollMailWriters } from './planning/pollMails.ts'
import { deleteOldPolls, deleteOldSessions } from './planning/reminderRepository.ts'
import { makeReminder } from './planning/reminders.ts'
import { restMailWriters } from './planning/restMails.ts'
import { type PlanningNeeds, planningModule } from './planning/siteRoutes.ts'
import { listUnansweredPolls } from './planning/unansweredRepository.ts'
import { findGroupsByName, isInGroup } from './repository.ts'
import { groupsModule } from './siteRoutes.ts'
import { inviteForTeam } from './teamInvites.ts'

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
      ...groupMailWriters,
      ...mailInviteWriters,
      ...planningMailWriters,
      ...pollMailWriters,
      ...restMailWriters,
      ...goneSessionWriters,
      ...openingMails.writers,
    },
    jobs: [makeReminder, makePollAnnouncer, makeExtender],
    expiries: {
      mutes: { expire: deleteExpiredMutes, keptMs: DAY_MS },
      inviteLinks: { expire: deleteExpiredLinks, keptMs: DAY_MS },
      notices: { expire: deleteOldNotices, keptMs: NOTICE_DAYS * DAY_MS },
      sessions: { expire: deleteOldSessions, keptMs: 365 * DAY_MS },
      joinRequests: { expire: deleteOldRequests, keptMs: REQUESTS_KEPT_MS },
      seriesDates: { expire: deleteOldDates, keptMs: 365 * DAY_MS },
      polls: { expire: deleteOldPolls, keptMs: 365 * DAY_MS },
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
