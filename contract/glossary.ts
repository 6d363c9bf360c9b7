import Type, { type Static } from 'typebox'
import { anyId, DeskPicture, dates, edits, Named, NamedBody, ordered, Person, pictureUpload } from './deskShapes.ts'
import { LONG_TEXT_MAX } from './fields.ts'
import { aliasFields, RichText, SUB_ENTRIES_MAX, TextFormat, withAliases } from './formatting.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from './ids.ts'
import { inLanguage, languageField } from './languages.ts'
import { type CallTable, memberCall, optionalRead, storedCall } from './route.ts'
import { Section, sectionBodies } from './rules.ts'
import { ENTRY_STATES } from './sets.ts'
import {
  byId,
  id,
  lenient,
  line,
  listPictures,
  longText,
  Nothing,
  nullable,
  optionalLine,
  Paging,
  refused,
  unchecked,
} from './shapes.ts'

/** Characters of glossary names and sub-titles (behaviour 9.2). */
export const GLOSSARY_TITLE_MAX = 100
export const GLOSSARY_SORTS = ['Newest First', 'Oldest First', 'Alphabetical'] as const
/** Generous, because a failed creation is silent (ruling 39). */
export const IMAGE_BYTES_MAX = 15 * 1024 * 1024
export const GLOSSARY_PAGE = 10

export const GlossaryType = Type.Object({
  id: id<GlossaryTypeId>(),
  name: Type.String(),
  icon: nullable(Type.String()),
})
export type GlossaryType = Static<typeof GlossaryType>

export const GlossarySubtype = Type.Object({ id: id<GlossarySubtypeId>(), name: Type.String() })
export type GlossarySubtype = Static<typeof GlossarySubtype>

export const GlossaryEntry = Type.Object({
  id: id<GlossaryEntryId>(),
  title: Type.String(),
  /** Empty for entries made by users: the form has no such field (ruling 36). */
  description: nullable(Type.String()),
  image: nullable(Type.String()),
  entry_type: lenient(id<GlossaryTypeId>(), 0),
  entry_type_detail: lenient(Type.Object({ name: lenient(Type.String(), ''), icon: nullable(Type.String()) }), {
    name: '',
    icon: null,
  }),
  entry_subtype: nullable(id<GlossarySubtypeId>()),
  entry_subtype_name: nullable(Type.String()),
  created_by: lenient(Type.Object({ username: Type.String(), is_staff: Type.Boolean() }), {
    username: '',
    is_staff: true,
  }),
  pending: lenient(Type.Boolean(), false),
  is_rejected: lenient(Type.Boolean(), false),
  /** Sent to the author only; additive (ruling 73). */
  rejection_reason: Type.Optional(Type.String()),
  /** Sent for the caller's own rejected entry with light formatting, so that a new draft keeps the format; additive. */
  format: Type.Optional(TextFormat),
  /** First line of an entry without description, or with a formatted one; additive. */
  excerpt: Type.Optional(Type.String()),
  /** The description with formatting and links; absent where it is shown as typed. Additive. */
  description_rich: Type.Optional(RichText),
  ...inLanguage,
  ...listPictures,
})
export type GlossaryEntry = Static<typeof GlossaryEntry>

export const GlossarySubEntry = Type.Object({
  title: lenient(Type.String(), ''),
  content: lenient(Type.String(), ''),
  glossary_entry: lenient(id<GlossaryEntryId>(), 0),
  /** The content with formatting and links; absent where it is shown as typed. Additive. */
  content_rich: Type.Optional(RichText),
  /** Set on the first section of an entry that other texts mention: `getGlossaryTerm` lists them. Additive. */
  mentioned: Type.Optional(Type.Boolean()),
})
export type GlossarySubEntry = Static<typeof GlossarySubEntry>

export type GlossarySort = (typeof GLOSSARY_SORTS)[number]

/** Unknown sort values count as Alphabetical (ruling 37); `Any` means no filter. */
export const GlossaryFilters = Type.Object({
  search: Type.Optional(optionalLine()),
  type: Type.Optional(optionalLine()),
  subtype: Type.Optional(optionalLine()),
  showUserEntries: Type.Optional(optionalLine()),
  showMyEntries: Type.Optional(optionalLine()),
  sort: Type.Optional(optionalLine()),
  /** Id of a single entry; additive, announced by `entry_lookup` in the head of the page. */
  entry: Type.Optional(optionalLine()),
  ...Paging,
})
export type GlossaryFilters = Static<typeof GlossaryFilters>

/** Text fields of the multipart form; the image is a further part. */
export const GlossaryEntryForm = Type.Object({
  title: line(GLOSSARY_TITLE_MAX),
  entry_type: id<GlossaryTypeId>(),
  entry_subtype: Type.Optional(id<GlossarySubtypeId>()),
  /** Format of its sections; additive, announced by `formatting` in the head of the page. */
  format: Type.Optional(TextFormat),
})
export type GlossaryEntryForm = Static<typeof GlossaryEntryForm>

export const GlossarySubEntriesBody = Type.Object({
  sub_entries: Type.Array(
    Type.Object({
      title: line(GLOSSARY_TITLE_MAX),
      content: longText(),
      glossary_entry: id<GlossaryEntryId>(),
    }),
    { minItems: 1, maxItems: SUB_ENTRIES_MAX },
  ),
})
export type GlossarySubEntriesBody = Static<typeof GlossarySubEntriesBody>

const OfOneType = Type.Object({ typeId: id<GlossaryTypeId>() })

export const glossaryCalls = {
  listGlossaryTypes: storedCall('GET', '/glossary/entry-types/', {
    summary: 'All entry types, on one page',
    response: {
      200: Type.Object({ count: lenient(Type.Integer(), 0), results: Type.Array(GlossaryType) }),
    },
  }),
  listGlossarySubtypes: storedCall('GET', '/glossary/entry-subtypes/', {
    summary: 'All sub-types',
    response: { 200: Type.Object({ results: Type.Array(GlossarySubtype) }) },
  }),
  listSubtypesOfType: storedCall('GET', '/glossary/get-subtypes/:typeId/', OfOneType, {
    summary: 'Sub-types of one type',
    response: { 200: Type.Object({ subtypes: Type.Array(GlossarySubtype) }), ...refused(404) },
  }),
  listGlossaryEntries: optionalRead('GET', '/glossary/entries/', {
    offline: true,
    summary: 'Entries; with a token, `showMyEntries` lists the caller’s own',
    querystring: GlossaryFilters,
    response: { 200: Type.Array(GlossaryEntry), ...refused(400, 401) },
  }),
  listGlossarySubEntries: optionalRead('GET', '/glossary/entries/:id/sub-entries/', byId<GlossaryEntryId>(), {
    offline: true,
    summary: 'Sub-entries of an entry that the caller may see',
    response: { 200: Type.Array(GlossarySubEntry), ...refused(404) },
  }),
  deleteGlossaryEntry: memberCall('DELETE', '/glossary/delete-entry/:id', byId<GlossaryEntryId>(), {
    summary: 'Delete one of the caller’s pending or rejected entries',
    response: { 200: Nothing, ...refused(403, 404) },
  }),
  createGlossaryEntry: memberCall('POST', '/glossary/user-entries/', {
    summary: 'Create an entry for review (multipart: fields of GlossaryEntryForm and an optional image)',
    consumes: ['multipart/form-data'],
    response: { 201: Type.Object({ id: id<GlossaryEntryId>() }), ...refused(400, 413) },
  }),
  createGlossarySubEntries: memberCall('POST', '/glossary/entries/:id/sub-entries/', byId<GlossaryEntryId>(), {
    summary: 'Add sub-entries to one of the caller’s pending entries',
    body: GlossarySubEntriesBody,
    response: { 201: unchecked(Type.Array(GlossarySubEntry)), ...refused(400, 403, 404) },
  }),
} as const satisfies CallTable

/* At the desk. */

export const deskEntry = {
  id: anyId(),
  title: Type.String(),
  description: Type.String(),
  picture: DeskPicture,
  type_id: id<GlossaryTypeId>(),
  subtype_id: nullable(id<GlossarySubtypeId>()),
  created_by: Type.Object({ ...Person.properties, is_staff: Type.Boolean() }),
  ...dates,
  state: Type.Enum(ENTRY_STATES),
  approved_at: nullable(Type.String()),
  rejected_at: nullable(Type.String()),
  rejection_reason: nullable(Type.String()),
  sub_entries: Type.Array(Section),
  ...withAliases,
  ...languageField,
}
const DeskGlossaryEntry = Type.Object(deskEntry)
export type DeskGlossaryEntry = Static<typeof DeskGlossaryEntry>

/** Fields that both the desk's form and a reviewer may write. */
export const entryTexts = {
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type_id: id<GlossaryTypeId>(),
  subtype_id: Type.Optional(nullable(id<GlossarySubtypeId>())),
}
const DeskGlossaryBody = Type.Object({
  ...entryTexts,
  sub_entries: Type.Optional(sectionBodies(GLOSSARY_TITLE_MAX, 1)),
  ...aliasFields,
  ...languageField,
  ...pictureUpload,
})
export type DeskGlossaryBody = Static<typeof DeskGlossaryBody>

const ofType = { type_id: id<GlossaryTypeId>() }

export const deskGlossaryCalls = {
  'glossary-types': ordered(
    'glossary-types',
    Type.Object({ ...Named.properties, icon: nullable(Type.String()) }),
    Type.Object({ ...NamedBody.properties, icon: Type.Optional(nullable(optionalLine(60))) }),
  ),
  'glossary-subtypes': ordered(
    'glossary-subtypes',
    Type.Object({ ...Named.properties, ...ofType }),
    Type.Object({ ...NamedBody.properties, ...ofType }),
  ),
  /** An entry that the desk creates is approved at once. */
  'glossary-entries': edits('glossary-entries', DeskGlossaryEntry, DeskGlossaryBody),
}
