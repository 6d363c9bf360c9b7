import type { VideoBody } from '#contract/rules.ts'
import type { LooseFile } from '../../db/looseFiles.ts'
import type { RowOf } from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import type { Editable } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { release, takeUpload } from '../../desk/uploads.ts'
import { publicKey } from '../../files/fileStore.ts'
import { readPicture } from '../../files/pictureNames.ts'
import { presentVideoForDesk } from './present.ts'

/** Films with captions and a still picture, for the desk. */
export const videos: Editable<'rule-videos', 'rule_videos'> = {
  resource: 'rule-videos',
  table: 'rule_videos',
  clears: 'rules',
  list: {
    sortable: ['title', 'position', 'created_at', 'updated_at'],
    searched: ['title'],
    sort: ['position', 'asc'],
    orderWithin: {},
  },
  present: async (_db, rows) => rows.map(presentVideoForDesk),
  async create(w, body) {
    const { file_key, ...columns } = await columnsOf(w, body)
    if (file_key == null) throw deskErrors.required('file_upload')
    return { columns: { ...columns, file_key, created_at: w.now } }
  },
  async update(w, body, before) {
    const { file_key, ...rest } = await columnsOf(w, body)
    const columns = { ...rest, ...(file_key != null && { file_key }) }
    const replaced = FILE_COLUMNS.filter((column) => column in columns)
    await release(w, filesOf(before, replaced))
    return { columns }
  },
  filesOf: (row) => filesOf(row, FILE_COLUMNS),
}

const FILE_COLUMNS = ['file_key', 'webm_key', 'captions_key', 'poster_key'] as const
type FileColumn = (typeof FILE_COLUMNS)[number]

/** Columns of the body, and of the files that it replaces or removes. */
async function columnsOf(w: DeskWork, body: VideoBody) {
  const sent = [
    ['file_key', 'video', 'file_upload'],
    ['webm_key', 'webm', 'webm_upload'],
    ['captions_key', 'captions', 'captions_upload'],
    ['poster_key', 'picture', 'poster_upload'],
  ] as const
  const files: Partial<Record<FileColumn, string | null>> = {}
  for (const [column, purpose, field] of sent) {
    const id = body[field]
    if (id !== undefined)
      files[column] = id === null ? null : await storedName(w, id, purpose, field)
  }
  return {
    ...files,
    title: body.title.trim(),
    position: body.position,
    updated_at: w.now,
  }
}

/** The name of an upload's file in the public part of the store. */
async function storedName(
  w: DeskWork,
  id: string,
  purpose: 'video' | 'webm' | 'captions' | 'picture',
  field: string,
): Promise<string> {
  const upload = await takeUpload(w, id, purpose, field)
  return readPicture(upload.picture)?.key ?? upload.file_key.slice('public/'.length)
}

const filesOf = (row: RowOf<'rule_videos'>, columns: readonly FileColumn[]): LooseFile[] =>
  columns
    .map((column) => publicKey(row[column] ?? ''))
    .filter((key) => key !== null)
    .map((key) => ({ key, picture: null }))
