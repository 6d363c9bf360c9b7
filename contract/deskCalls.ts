import { deskAccountCalls } from './account.ts'
import { deskAuditCalls } from './audit.ts'
import { deskChecklistCalls } from './checklist.ts'
import { deskContentCalls } from './content.ts'
import type { DeskTable } from './desk.ts'
import { deskDownloadsCalls } from './downloads.ts'
import { deskFormattingCalls } from './formatting.ts'
import { deskGlossaryCalls } from './glossary.ts'
import { deskGroupsCalls } from './groups.ts'
import { memberInviteCalls } from './memberInvites.ts'
import { deskMessagesCalls } from './messages.ts'
import { deskOpeningsCalls } from './openings.ts'
import { deskOverviewCalls } from './overview.ts'
import { deskProfileCalls } from './profile.ts'
import { deskRegistrationCalls } from './registration.ts'
import { reviewCalls } from './review.ts'
import { deskRulesCalls } from './rules.ts'
import { deskSiteCalls } from './siteKit.ts'
import { importCalls, transferCalls } from './transfer.ts'
import { deskUploadsCalls } from './uploads.ts'

/** Every call of the desk. Lists take `sort`, `range` and `filter` as ra-data-simple-rest sends them. */
export const deskCalls = {
  contents: { ...deskContentCalls.contents, ...deskRegistrationCalls.contents },
  registrations: deskRegistrationCalls.registrations,
  ...deskAccountCalls,
  ...deskAuditCalls,
  ...deskChecklistCalls,
  ...deskDownloadsCalls,
  ...deskGlossaryCalls,
  review: reviewCalls,
  ...deskGroupsCalls,
  ...deskOpeningsCalls,
  'member-invites': memberInviteCalls,
  ...deskMessagesCalls,
  ...deskOverviewCalls,
  ...deskProfileCalls,
  ...deskRulesCalls,
  ...deskSiteCalls,
  ...deskUploadsCalls,
  ...deskFormattingCalls,
  transfer: transferCalls,
  imports: importCalls,
} as const satisfies DeskTable
export type DeskCalls = typeof deskCalls
