import type { deskRoutes } from '../desk.ts'
import { membersSchemas, sessionSchemas } from './deskAccount.ts'
import { auditSchemas } from './deskAudit.ts'
import { contentsSchemas } from './deskContent.ts'
import { downloadCategoriesSchemas, downloadFilesSchemas } from './deskDownloads.ts'
import {
  glossaryEntriesSchemas,
  glossarySubtypesSchemas,
  glossaryTypesSchemas,
  reviewSchemas,
} from './deskGlossary.ts'
import { groupsSchemas } from './deskGroups.ts'
import { messagesSchemas, outboxSchemas } from './deskMessages.ts'
import { countersSchemas, overviewSchemas } from './deskOverview.ts'
import { nameChangesSchemas } from './deskProfile.ts'
import {
  quickSubcategoriesSchemas,
  ruleCategoriesSchemas,
  ruleEntriesSchemas,
  ruleSubcategoriesSchemas,
  ruleVideosSchemas,
} from './deskRules.ts'
import { uploadsSchemas } from './deskUploads.ts'
import type { SchemasOf } from './shared.ts'
import { transferSchemas } from './transfer.ts'

type Schemas = { [Resource in keyof typeof deskRoutes]: SchemasOf<(typeof deskRoutes)[Resource]> }

export const deskSchemas = {
  session: sessionSchemas,
  overview: overviewSchemas,
  uploads: uploadsSchemas,
  contents: contentsSchemas,
  'download-categories': downloadCategoriesSchemas,
  'download-files': downloadFilesSchemas,
  'rule-categories': ruleCategoriesSchemas,
  'rule-subcategories': ruleSubcategoriesSchemas,
  'quick-subcategories': quickSubcategoriesSchemas,
  'rule-entries': ruleEntriesSchemas,
  'rule-videos': ruleVideosSchemas,
  'glossary-types': glossaryTypesSchemas,
  'glossary-subtypes': glossarySubtypesSchemas,
  'glossary-entries': glossaryEntriesSchemas,
  review: reviewSchemas,
  'name-changes': nameChangesSchemas,
  members: membersSchemas,
  groups: groupsSchemas,
  messages: messagesSchemas,
  outbox: outboxSchemas,
  counters: countersSchemas,
  audit: auditSchemas,
  transfer: transferSchemas,
} as const satisfies Schemas
export type DeskSchemas = typeof deskSchemas
