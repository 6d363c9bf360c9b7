import type { DownloadFileBody } from '#contract/schemas/deskContent.ts'
import { actCall } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { Row, Scalar } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import { forgetPicture, pictureColumn, takeUpload } from '../../desk/uploads.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentFile } from './deskPresent.ts'

const clears = ['downloads'] as const

/** Categories and files to take home. A file that is replaced keeps its id, so that its links stay good. */
export function downloadsModule(desk: App, deps: Deps): void {
  const { files } = deps
  const categories = makeResource<{ title: string; position?: number }>(
    deps,
    'download-categories',
    {
      clears,
      list: {
        table: 'download_categories',
        sortable: ['title', 'position'],
        searched: ['title'],
        sort: ['position', 'asc'],
        shelf: {},
      },
      present: async (_db, rows) => rows,
      write: async ({ body: { title, position }, now, before }) => ({
        columns: {
          title: title.trim(),
          ...(position !== undefined && { position }),
          ...(before === undefined && { created_at: now }),
        },
      }),
    },
  )
  categories.read(desk)
  categories.edit(desk)

  const removeFile = async (key: Scalar | undefined): Promise<void> => {
    if (typeof key !== 'string') return
    assertOwnKey(key)
    await files.remove(key)
  }

  const shelf = makeResource<DownloadFileBody>(deps, 'download-files', {
    clears,
    list: {
      table: 'download_files',
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
      shelf: { category_id: 'download_categories' },
    },
    present: async (_db, rows) => rows.map(presentFile),
    async write({ tx, now, who, body, before }) {
      if (before === undefined && body.file_upload === undefined)
        throw deskErrors.required('file_upload')
      const sent =
        body.file_upload === undefined
          ? undefined
          : await takeUpload(tx, body.file_upload, 'file', who, 'file_upload')
      const { columns, forget } = await pictureColumn(tx, files, {
        id: body.picture_upload,
        before: before?.['picture'],
        who,
      })
      const name =
        body.download_file_name?.trim() ?? (before === undefined ? sent?.name : undefined)
      const written: Row = {
        ...columns,
        category_id: body.category_id,
        display_name: body.display_name.trim(),
        description: body.description?.trim() || null,
        updated_at: now,
        ...(body.position !== undefined && { position: body.position }),
        ...(name !== undefined && { download_file_name: name }),
        ...(before === undefined && { created_at: now }),
        ...(sent && {
          file_key: sent.file_key,
          media_type: sent.media_type,
          size: sent.size,
          digest: sent.digest,
        }),
      }
      const afterwards = async () => {
        await forget()
        if (sent !== undefined) await removeFile(before?.['file_key'])
      }
      return { columns: written, afterwards }
    },
    afterRemoval: async (row) => {
      await forgetPicture(files, row['picture'])
      await removeFile(row['file_key'])
    },
  })
  shelf.read(desk)
  shelf.edit(desk)

  for (const call of ['withdraw', 'restore'] as const)
    actCall(desk, deps, 'download-files', call, {
      clears,
      act: ({ tx, now, params }) =>
        shelf.change(tx, params.id, () => ({
          withdrawn_at: call === 'withdraw' ? now : null,
          updated_at: now,
        })),
    })
}
