import type { MemberId } from '#contract/ids.ts'
import type { PersonalData } from './db/personalData.ts'
import type { Db } from './db/schema.ts'
import { mailData } from './mail/personalData.ts'
import { accountData } from './modules/account/personal-data/accountDataRepository.ts'
import { auditData } from './modules/audit/personalDataRepository.ts'
import { calendarData } from './modules/calendar/personalDataRepository.ts'
import { forecastEntries, glossaryData } from './modules/glossary/personalDataRepository.ts'
import { forecastGroups, groupsData } from './modules/groups/personalDataRepository.ts'
import { messagesData } from './modules/messages/personalDataRepository.ts'
import { notificationsData } from './modules/notifications/personalDataRepository.ts'
import { profileData } from './modules/profile/personalDataRepository.ts'
import { registrationData } from './modules/registration/personalDataRepository.ts'
import { uploadsData } from './modules/uploads/personalDataRepository.ts'

/**
 * What is stored about members, module by module: for the archive with a member's data and for the deletion of an
 * account. A table that names accounts belongs to one of them; a test compares them with the schema.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  accountData,
  profileData,
  notificationsData,
  groupsData,
  registrationData,
  calendarData,
  glossaryData,
  messagesData,
  mailData,
  uploadsData,
  auditData,
]

/** What the deletion of an account will do. */
export const forecastDeletion = async (db: Db, user: MemberId) => ({
  groups: await forecastGroups(db, user),
  ...(await forecastEntries(db, user)),
})
