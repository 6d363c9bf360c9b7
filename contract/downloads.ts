import Type, { type Static } from 'typebox'
import {
  anyId,
  changes,
  DeskPicture,
  dates,
  optionalPosition,
  ordered,
  pictureUpload,
  posting,
  uploadId,
} from './deskShapes.ts'
import { FILE_NAME_MAX, LONG_TEXT_MAX } from './fields.ts'
import type { DownloadCategoryId, DownloadFileId } from './ids.ts'
import { id, line, listPictures, nullable } from './shapes.ts'

export const DownloadFile = Type.Object({
  id: id<DownloadFileId>(),
  display_name: Type.String(),
  download_file_name: Type.String(),
  description: nullable(Type.String()),
  image: nullable(Type.String()),
  ...listPictures,
  /** Bytes; additive. */
  size: Type.Optional(Type.Integer()),
  /** Media type, such as `application/pdf`; additive. */
  media_type: Type.Optional(Type.String()),
})
export type DownloadFile = Static<typeof DownloadFile>

export const DownloadCategory = Type.Object({
  id: id<DownloadCategoryId>(),
  title: Type.String(),
  download_files: Type.Array(DownloadFile),
})
export type DownloadCategory = Static<typeof DownloadCategory>

/* At the desk. */

const DeskDownloadFile = Type.Object({
  id: anyId(),
  category_id: id<DownloadCategoryId>(),
  position: Type.Integer(),
  display_name: Type.String(),
  download_file_name: Type.String(),
  description: nullable(Type.String()),
  picture: DeskPicture,
  media_type: Type.String(),
  size: Type.Integer(),
  /** SHA-256, hexadecimal. */
  digest: Type.String(),
  ...dates,
  withdrawn_at: nullable(Type.String()),
})
export type DeskDownloadFile = Static<typeof DeskDownloadFile>

/** `file_upload` is required to create; later it replaces the file under its id. */
const DownloadFileBody = Type.Object({
  category_id: id<DownloadCategoryId>(),
  display_name: line(),
  /** Defaults to the name of the uploaded file. */
  download_file_name: Type.Optional(line(FILE_NAME_MAX)),
  description: Type.Optional(nullable(Type.String({ maxLength: LONG_TEXT_MAX }))),
  ...optionalPosition,
  file_upload: Type.Optional(uploadId()),
  ...pictureUpload,
})
export type DownloadFileBody = Static<typeof DownloadFileBody>

export const deskDownloadsCalls = {
  'download-categories': ordered(
    'download-categories',
    Type.Object({ id: anyId(), title: Type.String(), position: Type.Integer() }),
    Type.Object({ title: line(), ...optionalPosition }),
  ),
  'download-files': {
    ...ordered('download-files', DeskDownloadFile, DownloadFileBody),
    withdraw: posting('/download-files/:id/withdraw', changes(DeskDownloadFile)),
    restore: posting('/download-files/:id/restore', changes(DeskDownloadFile)),
  },
}
