import { deskAccountSchemas } from '../account.ts'
import { deskAuditSchemas } from '../audit.ts'
import { deskChecklistSchemas } from '../checklist.ts'
import { deskContentSchemas } from '../content.ts'
import type { deskRoutes } from '../desk.ts'
import { deskDownloadsSchemas } from '../downloads.ts'
import { deskFormattingSchemas } from '../formatting.ts'
import { deskGlossarySchemas } from '../glossary.ts'
import { deskGroupsSchemas } from '../groups.ts'
import { memberInviteSchemas } from '../memberInvites.ts'
import { deskMessagesSchemas } from '../messages.ts'
import { deskOpeningsSchemas } from '../openings.ts'
import { deskOverviewSchemas } from '../overview.ts'
import { deskProfileSchemas } from '../profile.ts'
import { deskRegistrationSchemas } from '../registration.ts'
import { reviewSchemas } from '../review.ts'
import { deskRulesSchemas } from '../rules.ts'
import type { SchemasOf } from '../shapes.ts'
import { deskUploadsSchemas } from '../uploads.ts'
import { deskSiteSchemas } from './siteKit.ts'
import { importSchemas, transferSchemas } from './transfer.ts'

type Schemas = { [Resource in keyof typeof deskRoutes]: SchemasOf<(typeof deskRoutes)[Resource]> }

export const deskSchemas = {
  contents: { ...deskContentSchemas.contents, ...deskRegistrationSchemas.contents },
  registrations: deskRegistrationSchemas.registrations,
  ...deskAccountSchemas,
  ...deskAuditSchemas,
  ...deskChecklistSchemas,
  ...deskDownloadsSchemas,
  ...deskGlossarySchemas,
  review: reviewSchemas,
  ...deskGroupsSchemas,
  ...deskOpeningsSchemas,
  'member-invites': memberInviteSchemas,
  ...deskMessagesSchemas,
  ...deskOverviewSchemas,
  ...deskProfileSchemas,
  ...deskRulesSchemas,
  ...deskSiteSchemas,
  ...deskUploadsSchemas,
  ...deskFormattingSchemas,
  transfer: transferSchemas,
  imports: importSchemas,
} as const satisfies Schemas
export type DeskSchemas = typeof deskSchemas
