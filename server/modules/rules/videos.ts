import type { VideoBody } from '#contract/schemas/deskRules.ts'
import type { RowOf } from '../../db/rows.ts'
import type { ChangeContext } from '../../desk/changeRoute.ts'
import type { Editable } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { takeUpload } from '../../desk/uploads.ts'
import { type FileStore, publicKey } from '../../files/fileStore.ts'
import { readPicture } from '../../files/pictures.ts'
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
  async create(context, body) {
    if (body.file_upload === undefined) throw deskErrors.required('file_upload')
    const file_key = await storedName(context, body.file_upload, 'video', 'file_upload')
    const { now } = context
    const texts = { title: body.title.trim(), position: body.position }
    const columns = { ...texts, ...(await fileColumns(context, body)), file_key }
    return { columns: { ...columns, created_at: now, updated_at: now } }
  },
  async update(context, body, before) {
    const file_key =
      body.file_upload && (await storedName(context, body.file_upload, 'video', 'file_upload'))
    const columns = { ...(file_key && { file_key }), ...(await fileColumns(context, body)) }
    const replaced = FILE_COLUMNS.filter((column) => column in columns)
    return {
      columns: {
        title: body.title.trim(),
        position: body.position,
        ...columns,
        updated_at: context.now,
      },
      afterwards: () => removeFiles(context.deps.files, before, replaced),
    }
  },
  afterRemoval: ({ files }, row) => removeFiles(files, row, FILE_COLUMNS),
}

const FILE_COLUMNS = ['file_key', 'webm_key', 'captions_key', 'poster_key'] as const
type FileColumn = (typeof FILE_COLUMNS)[number]

/** The columns of the optional files that the body replaces or removes. */
async function fileColumns(
  context: ChangeContext,
  { webm_upload, captions_upload, poster_upload }: VideoBody,
) {
  const sent = [
    ['webm_key', 'webm', 'webm_upload', webm_upload],
    ['captions_key', 'captions', 'captions_upload', captions_upload],
    ['poster_key', 'picture', 'poster_upload', poster_upload],
  ] as const
  const columns: {
    webm_key?: string | null
    captions_key?: string | null
    poster_key?: string | null
  } = {}
  for (const [column, purpose, field, id] of sent)
    if (id !== undefined)
      columns[column] = id === null ? null : await storedName(context, id, purpose, field)
  return columns
}

/** The name of an upload's file in the public part of the store. */
async function storedName(
  context: ChangeContext,
  id: string,
  purpose: 'video' | 'webm' | 'captions' | 'picture',
  field: string,
): Promise<string> {
  const upload = await takeUpload(context, id, purpose, field)
  return readPicture(upload.picture)?.key ?? upload.file_key.slice('public/'.length)
}

async function removeFiles(
  files: FileStore,
  row: RowOf<'rule_videos'>,
  columns: readonly FileColumn[],
): Promise<void> {
  for (const column of columns) {
    const key = publicKey(row[column] ?? '')
    if (key !== null) await files.remove(key)
  }
}
