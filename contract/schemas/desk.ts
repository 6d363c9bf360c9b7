import type { deskRoutes } from '../desk.ts'
import { deskAccountSchemas } from './deskAccount.ts'
import { deskAuditSchemas } from './deskAudit.ts'
import { deskContentSchemas } from './deskContent.ts'
import { deskDownloadsSchemas } from './deskDownloads.ts'
import { deskGlossarySchemas } from './deskGlossary.ts'
import { deskGroupsSchemas } from './deskGroups.ts'
import { deskMessagesSchemas } from './deskMessages.ts'
import { deskOverviewSchemas } from './deskOverview.ts'
import { deskProfileSchemas } from './deskProfile.ts'
import { deskRegistrationSchemas } from './deskRegistration.ts'
import { deskRulesSchemas } from './deskRules.ts'
import { deskUploadsSchemas } from './deskUploads.ts'
import { deskFormattingSchemas } from './formatting.ts'
import type { SchemasOf } from './shared.ts'
import { transferSchemas } from './transfer.ts'

type Schemas = { [Resource in keyof typeof deskRoutes]: SchemasOf<(typeof deskRoutes)[Resource]> }

export const deskSchemas = {
  contents: { ...deskContentSchemas.contents, ...deskRegistrationSchemas.contents },
  registrations: deskRegistrationSchemas.registrations,
  ...deskAccountSchemas,
  ...deskAuditSchemas,
  ...deskDownloadsSchemas,
  ...deskGlossarySchemas,
  ...deskGroupsSchemas,
  ...deskMessagesSchemas,
  ...deskOverviewSchemas,
  ...deskProfileSchemas,
  ...deskRulesSchemas,
  ...deskUploadsSchemas,
  ...deskFormattingSchemas,
  transfer: transferSchemas,
} as const satisfies Schemas
export type DeskSchemas = typeof deskSchemas
