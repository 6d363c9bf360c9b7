import { DAY_MS } from '../../config/time.ts'
import type { Module } from '../face.ts'
import { blankAnswers, countOfEvents, listUnsentOfEvents } from './deskRepository.ts'
import { registrationDeskRoutes } from './deskRoutes.ts'
import { registrationMails } from './mails.ts'
import { listFreeSeats, listSeats, listSeatsAhead, registrationData } from './memberRepository.ts'
import { listEventsOf, suspendOffers } from './repository.ts'
import { leaveEvents, makeRegistrar } from './seatRepository.ts'
import { registrationMemberRoutes, registrationRoutes } from './siteRoutes.ts'

export const registration = {
  gives: {
    leaveEvents,
    suspendOffers,
    listSeats,
    listSeatsAhead,
    listFreeSeats,
    listEventsOf,
    countOfEvents,
    listUnsentOfEvents,
  },
  make: (): Module => ({
    site: (deps) => ({
      optional: (optional) => registrationRoutes(optional, deps),
      member: (member) => registrationMemberRoutes(member, deps),
    }),
    desk: registrationDeskRoutes,
    mails: registrationMails.writers,
    jobs: [makeRegistrar],
    expiries: { answers: { expire: blankAnswers, keptMs: 90 * DAY_MS } },
    personalData: registrationData,
  }),
}
