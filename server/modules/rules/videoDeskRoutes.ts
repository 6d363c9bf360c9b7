import type { VideoBody } from '#contract/schemas/deskRules.ts'
import type { Db } from '../../db/schema.ts'
import type { Actor } from '../../desk/actor.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { Row, Scalar } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import { takeUpload } from '../../desk/uploads.ts'
import { publicKey } from '../../files/fileStore.ts'
import { readPicture } from '../../files/pictures.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentVideo } from './deskPresent.ts'

const COLUMNS = {
  file_upload: ['file_key', 'video'],
  webm_upload: ['webm_key', 'webm'],
  captions_upload: ['captions_key', 'captions'],
  poster_upload: ['poster_key', 'picture'],
} as const
type Field = keyof typeof COLUMNS
const FIELDS = Object.keys(COLUMNS) as Field[]

/** Films with captions and a still picture. */
export function videosModule(desk: App, deps: Deps): void {
  const { files } = deps

  async function forget(keys: readonly (Scalar | undefined)[]): Promise<void> {
    for (const name of keys) {
      const key = typeof name === 'string' ? publicKey(name) : null
      if (key !== null) await files.remove(key)
    }
  }

  /** The name of an upload's file on the public shelf. */
  async function taken(tx: Db, field: Field, id: string, who: Actor): Promise<string> {
    const upload = await takeUpload(tx, id, COLUMNS[field][1], who, field)
    return readPicture(upload.picture)?.key ?? upload.file_key.slice('public/'.length)
  }

  const videos = makeResource<VideoBody>(deps, 'rule-videos', {
    clears: ['rules'],
    list: {
      table: 'rule_videos',
      sortable: ['title', 'position', 'created_at', 'updated_at'],
      searched: ['title'],
      sort: ['position', 'asc'],
      shelf: {},
    },
    present: async (_db, rows) => rows.map(presentVideo),
    async write({ tx, now, who, body, before }) {
      if (before === undefined && body.file_upload === undefined)
        throw deskErrors.required('file_upload')
      const columns: Row = {
        title: body.title.trim(),
        updated_at: now,
        ...(body.position !== undefined && { position: body.position }),
        ...(before === undefined && { created_at: now }),
      }
      const replaced: (Scalar | undefined)[] = []
      for (const field of FIELDS) {
        const id = body[field]
        if (id === undefined) continue
        const [column] = COLUMNS[field]
        columns[column] = id === null ? null : await taken(tx, field, id, who)
        replaced.push(before?.[column])
      }
      return { columns, afterwards: () => forget(replaced) }
    },
    afterRemoval: (row) => forget(FIELDS.map((field) => row[COLUMNS[field][0]])),
  })
  videos.read(desk)
  videos.edit(desk)
}
