import Type, { type Static } from 'typebox'
import type { deskRoutes } from '../desk.ts'
import { TEXT_MAX } from '../limits.ts'
import { contentsSchemas, downloadCategoriesSchemas, downloadFilesSchemas } from './deskContent.ts'
import {
  glossaryEntriesSchemas,
  glossarySubtypesSchemas,
  glossaryTypesSchemas,
  reviewSchemas,
} from './deskGlossary.ts'
import { groupsSchemas } from './deskGroups.ts'
import {
  auditSchemas,
  countersSchemas,
  membersSchemas,
  messagesSchemas,
  nameChangesSchemas,
  outboxSchemas,
} from './deskMembers.ts'
import { overviewSchemas } from './deskOverview.ts'
import {
  quickSubcategoriesSchemas,
  ruleCategoriesSchemas,
  ruleEntriesSchemas,
  ruleSubcategoriesSchemas,
  ruleVideosSchemas,
} from './deskRules.ts'
import { anyId } from './deskShared.ts'
import { ErrorBody, Nothing, nullable, type SchemasOf } from './shared.ts'

/** Who sits at the desk. Without a session user and csrf are null. */
export const DeskSession = Type.Object({
  user: nullable(
    Type.Object({
      id: anyId(),
      username: Type.String(),
      role: Type.Union([Type.Literal('staff'), Type.Literal('superuser')]),
    }),
  ),
  /** For the header of every call but GET. */
  csrf: nullable(Type.String()),
  expires_at: nullable(Type.String()),
})
export type DeskSession = Static<typeof DeskSession>

export const DeskLogin = Type.Object({
  email: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
  password: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
})
export type DeskLogin = Static<typeof DeskLogin>

const sessionSchemas = {
  current: { response: { 200: DeskSession } },
  logIn: { body: DeskLogin, response: { 200: DeskSession, 401: ErrorBody, 429: ErrorBody } },
  logOut: { response: { 200: Nothing } },
}

/** picture: JPEG or PNG; file: anything; video: MP4; captions: WebVTT. */
export const UPLOAD_PURPOSES = ['picture', 'file', 'video', 'webm', 'captions'] as const
const Upload = Type.Object({
  id: Type.String(),
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer(),
  /** Of a picture, to show it before it is saved. */
  url: nullable(Type.String()),
})
const uploadsSchemas = {
  create: {
    params: Type.Object({ purpose: Type.Union(UPLOAD_PURPOSES.map((one) => Type.Literal(one))) }),
    consumes: ['multipart/form-data'],
    response: { 201: Upload, 400: ErrorBody, 413: ErrorBody },
  },
}

export const TRANSFER_AREAS = ['rules', 'glossary'] as const
const Area = Type.Object({ area: Type.Union(TRANSFER_AREAS.map((one) => Type.Literal(one))) })
/** What an import would do (check) or has done. See docs/transfer-format.md. */
export const TransferReport = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Each wrong row with its place, such as `entries[41] "armour" sections[0].title`; then nothing is changed. */
  problems: Type.Array(Type.Object({ place: Type.String(), problem: Type.String() })),
})
export type TransferReport = Static<typeof TransferReport>
const transferSchemas = {
  export: { params: Area, response: { 200: Type.Unknown() } },
  check: { params: Area, body: Type.Unknown(), response: { 200: TransferReport, 400: ErrorBody } },
  import: { params: Area, body: Type.Unknown(), response: { 200: TransferReport, 400: ErrorBody } },
}

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
