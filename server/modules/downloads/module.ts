import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentCalls as calls } from '#contract/content.ts'
import type {
  DeskDownloadFile,
  DownloadCategory,
  DownloadFile,
  DownloadFileBody,
} from '#contract/downloads.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { type LooseFile, pictureFiles } from '../../db/looseFiles.ts'
import { changeRoute, type DeskWork } from '../../desk/changeRoute.ts'
import { asStored, changeRow, type Editable, orderedRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { pictureChange, release, takeUpload, type Upload } from '../../desk/uploads.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictureNames.ts'
import { cachedJson, sending } from '../../http/cache/sendCached.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'
import { serve } from '../../work/work.ts'
import type { Module } from '../face.ts'
import {
  type CategoryRow,
  type FileRow,
  findAvailableFile,
  listAvailableFiles,
  listCategories,
  searchedTexts,
} from './repository.ts'

export const downloads = {
  make: (): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open: (open) => downloadsRoutes(open, visitors),
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: downloadsReads(visitors),
        areas: { '/downloads': 'downloads' },
      }
    },
    desk: downloadsDeskRoutes,
  }),
}

/** Categories of files, and the files. A replaced file keeps its id, so that links to it stay valid. */
function downloadsDeskRoutes(desk: App, deps: Deps): void {
  const options = { clears: ['downloads'] } as const
  orderedRoutes(desk, deps, categories)
  orderedRoutes(desk, deps, files)
  changeRoute(desk, deps, 'download-files', 'withdraw', withdraw, options)
  changeRoute(desk, deps, 'download-files', 'restore', restore, options)
}

const categories: Editable<'download-categories', 'download_categories'> = {
  resource: 'download-categories',
  table: 'download_categories',
  clears: 'downloads',
  list: {
    sortable: ['title', 'position'],
    searched: ['title'],
    sort: ['position', 'asc'],
    orderWithin: {},
  },
  present: asStored,
  create: async (w, { title, position }) => ({
    columns: { title: title.trim(), position, created_at: w.now },
  }),
  update: async (_w, { title, position }) => ({ columns: { title: title.trim(), position } }),
}

const files: Editable<'download-files', 'download_files'> = {
  resource: 'download-files',
  table: 'download_files',
  clears: 'downloads',
  list: {
    sortable: [
      'display_name',
      'download_file_name',
      'position',
      'category_id',
      'size',
      'created_at',
      'updated_at',
      'withdrawn_at',
    ],
    filterable: ['category_id', 'media_type'],
    searched: ['display_name', 'download_file_name'],
    sort: ['position', 'asc'],
    orderWithin: { category_id: 'download_categories' },
  },
  present: async (_db, rows) => rows.map(presentForDesk),
  async create(w, body) {
    const upload = await takeFile(w, body)
    if (upload === null) throw deskErrors.required('file_upload')
    const picture = await pictureChange(w, body, null)
    const fresh = { download_file_name: upload.name, created_at: w.now }
    const columns = { ...fresh, ...columnsOf(w, body), ...fileColumns(upload) }
    return { columns: { ...columns, ...searchedTexts(columns), ...picture } }
  },
  async update(w, body, before) {
    const upload = await takeFile(w, body)
    const picture = await pictureChange(w, body, before)
    const columns = { ...columnsOf(w, body), ...(upload && fileColumns(upload)) }
    await release(w, upload === null ? [] : [storedFile(before)])
    return { columns: { ...columns, ...searchedTexts({ ...before, ...columns }), ...picture } }
  },
  filesOf: (row) => [...pictureFiles(row.picture), storedFile(row)],
}

const takeFile = async (w: DeskWork, { file_upload }: DownloadFileBody) =>
  file_upload === undefined
    ? null
    : takeUpload(w, { id: file_upload, purpose: 'file', attr: 'file_upload' })

const columnsOf = (w: DeskWork, body: DownloadFileBody) => ({
  category_id: body.category_id,
  display_name: body.display_name.trim(),
  description: body.description?.trim() || null,
  position: body.position,
  updated_at: w.now,
  ...(body.download_file_name !== undefined && {
    download_file_name: body.download_file_name.trim(),
  }),
})

const fileColumns = ({ file_key, media_type, size, digest }: Upload) => ({
  file_key,
  media_type,
  size,
  digest,
})

const storedFile = ({ file_key }: Pick<Upload, 'file_key'>): LooseFile => ({
  key: file_key,
  picture: null,
})

type OneFile = { readonly params: { readonly id: number } }

const withdraw = (w: DeskWork, { params }: OneFile) => setWithdrawn(w, params.id, w.now)

const restore = (w: DeskWork, { params }: OneFile) => setWithdrawn(w, params.id, null)

const setWithdrawn = (w: DeskWork, id: number, withdrawn_at: number | null) =>
  changeRow(w, files, id, () => ({ withdrawn_at, updated_at: w.now }))

function downloadsRoutes(open: App, deps: Deps): void {
  serve(open, deps, calls.listDownloads, sending(readDownloads))
  serve(open, deps, calls.downloadFile, sendFile)
}

const readDownloads = cachedJson('downloads')(
  () => 'list',
  async (deps: Deps) =>
    presentCategories(await listCategories(deps), await listAvailableFiles(deps)),
)

const downloadsReads = (deps: Deps) => pageReads(deps, calls, { listDownloads: readDownloads })

async function sendFile(
  deps: Deps,
  request: FastifyRequest<{ Params: { id: DownloadFileId } }>,
  reply: FastifyReply,
) {
  const file = await findAvailableFile(deps, request.params.id)
  if (file === undefined) throw errors.notFound()
  assertOwnKey(file.file_key)
  return sendStored(reply, deps.files, {
    key: file.file_key,
    mediaType: file.media_type,
    etag: `"${file.digest}"`,
    // The desk may replace the file under its id.
    cacheControl: 'public, no-cache',
    headers: {
      'content-disposition': contentDisposition(file.download_file_name),
      'last-modified': new Date(file.updated_at).toUTCString(),
    },
  })
}

/** Every category, the empty ones too: the site has a text for them (behaviour 8.6). */
const presentCategories = (
  categories: readonly CategoryRow[],
  files: readonly FileRow[],
): DownloadCategory[] =>
  categories.map(({ id, title }) => ({
    id,
    title,
    download_files: files.filter((file) => file.category_id === id).map(presentFile),
  }))

function presentFile(file: FileRow): DownloadFile {
  const picture = readPicture(file.picture)
  return {
    id: file.id,
    display_name: file.display_name,
    download_file_name: file.download_file_name,
    description: file.description,
    image: picture && publicUrlPath(picture.key),
    size: file.size,
    media_type: file.media_type,
    ...(picture && { pictures: variantUrls(picture), thumbnails: thumbnailUrls(picture) }),
  }
}

/** Leaves out the keys of the file store and of files of the desk. */
const presentForDesk = ({
  file_key: _key,
  transfer_key: _transferKey,
  title_key: _titleKey,
  search_text: _text,
  ...row
}: FileRow): DeskDownloadFile => ({
  ...withIsoTimes(row),
  picture: deskPicture(row.picture),
})
