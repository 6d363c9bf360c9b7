import type { DownloadFileBody } from '#contract/downloads.ts'
import { type LooseFile, pictureFiles } from '../../db/looseFiles.ts'
import { changeRoute, type DeskWork } from '../../desk/changeRoute.ts'
import { changeRow, type Editable, orderedRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { asStored } from '../../desk/named.ts'
import { pictureChange, release, takeUpload, type Upload } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentForDesk } from './present.ts'
import { searchedTexts } from './repository.ts'

/** Categories of files, and the files. A replaced file keeps its id, so that links to it stay valid. */
export function downloadsDeskModule(desk: App, deps: Deps): void {
  const options = { clears: ['downloads'] } as const
  orderedRoutes(desk, deps, categories)
  orderedRoutes(desk, deps, downloads)
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

const downloads: Editable<'download-files', 'download_files'> = {
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
    return {
      columns: { ...columns, ...searchedTexts({ ...before, ...columns }), ...picture },
    }
  },
  filesOf: (row) => [...pictureFiles(row.picture), storedFile(row)],
}

const takeFile = async (w: DeskWork, { file_upload }: DownloadFileBody) =>
  file_upload === undefined ? null : takeUpload(w, file_upload, 'file', 'file_upload')

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
  changeRow(w, downloads, id, () => ({ withdrawn_at, updated_at: w.now }))
