import Type, { type Static } from 'typebox'
import {
  acts,
  anyId,
  DeskPicture,
  edits,
  gets,
  ordered,
  pictureUpload,
  position,
  time,
  uploadId,
} from './deskShared.ts'
import { line, longText, nullable, optionalLine } from './shared.ts'

const kind = Type.Union([Type.Literal('news'), Type.Literal('event')])
const scope = Type.Union([Type.Literal('National'), Type.Literal('International')])
const mode = Type.Union([Type.Literal('Online'), Type.Literal('Offline'), Type.Literal('Both')])

export const DeskContent = Type.Object({
  id: anyId(),
  kind,
  title: Type.String(),
  short_description: Type.String(),
  description: Type.String(),
  picture: DeskPicture,
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  location: nullable(Type.String()),
  event_scope: nullable(scope),
  event_type: nullable(mode),
  publish_at: nullable(Type.String()),
  unpublished_at: nullable(Type.String()),
  cancelled_at: nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
  sequence: Type.Integer(),
  /** draft, scheduled, published, unpublished, cancelled */
  state: Type.String(),
})
export type DeskContent = Static<typeof DeskContent>

/** Events need `starts_at`, `ends_at`, `event_scope` and `event_type`; news have none of them. The kind never changes. */
export const ContentBody = Type.Object({
  kind,
  title: line(),
  short_description: line(),
  description: longText(),
  starts_at: Type.Optional(nullable(time())),
  ends_at: Type.Optional(nullable(time())),
  location: Type.Optional(nullable(optionalLine())),
  event_scope: Type.Optional(nullable(scope)),
  event_type: Type.Optional(nullable(mode)),
  ...pictureUpload,
})
export type ContentBody = Static<typeof ContentBody>

/** Without a time: now. */
export const PublishBody = Type.Object({ at: Type.Optional(nullable(time())) })

const Audience = Type.Object({
  members: Type.Integer(),
  /** Why nobody is mailed: told (they were already), over (the event is); null otherwise. */
  silence: nullable(Type.String()),
})
export type Audience = Static<typeof Audience>

const PreviewLink = Type.Object({ url: Type.String(), expires_at: Type.String() })
export type PreviewLink = Static<typeof PreviewLink>

export const contentsSchemas = {
  ...edits(DeskContent, ContentBody),
  publish: acts(DeskContent, PublishBody),
  unpublish: acts(DeskContent),
  cancel: acts(DeskContent),
  /** Whom a mail would reach if the item appeared now. */
  audience: gets(Audience),
  /** Where the site shows the item to staff, published or not; good for `PREVIEW_MINUTES`. */
  previewLink: acts(PreviewLink),
}

const DeskDownloadCategory = Type.Object({
  id: anyId(),
  title: Type.String(),
  position: Type.Integer(),
})
const DownloadCategoryBody = Type.Object({ title: line(), position: Type.Optional(position()) })
export const downloadCategoriesSchemas = ordered(DeskDownloadCategory, DownloadCategoryBody)

export const DeskDownloadFile = Type.Object({
  id: anyId(),
  category_id: anyId(),
  position: Type.Integer(),
  display_name: Type.String(),
  download_file_name: Type.String(),
  description: nullable(Type.String()),
  picture: DeskPicture,
  media_type: Type.String(),
  size: Type.Integer(),
  /** SHA-256, hexadecimal. */
  digest: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  withdrawn_at: nullable(Type.String()),
})

/** `file_upload` is required to create; later it replaces the file under its id. */
export const DownloadFileBody = Type.Object({
  category_id: anyId(),
  display_name: line(),
  /** Without it: the name of the uploaded file. */
  download_file_name: Type.Optional(line(200)),
  description: Type.Optional(nullable(Type.String({ maxLength: 20_000 }))),
  position: Type.Optional(position()),
  file_upload: Type.Optional(uploadId()),
  ...pictureUpload,
})
export type DownloadFileBody = Static<typeof DownloadFileBody>

export const downloadFilesSchemas = {
  ...ordered(DeskDownloadFile, DownloadFileBody),
  withdraw: acts(DeskDownloadFile),
  restore: acts(DeskDownloadFile),
}
