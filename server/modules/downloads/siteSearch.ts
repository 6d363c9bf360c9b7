import { type SqlBool, sql } from 'kysely'
import { excerptIn, groupOf } from '#shared/search.ts'
import { rowsNear } from '../../db/nearRows.ts'
import { rankedHits, type Searched } from '../../db/search.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import type { FileRow } from './repository.ts'

const DOWNLOADS: Searched = {
  table: 'download_files',
  texts: 'download_fts',
  titles: 'download_fts',
  title: 'display_name',
}
const available = (term: string) => ({
  searched: DOWNLOADS,
  term,
  condition: sql<SqlBool>`e.withdrawn_at is null`,
})
const SHOWN = {
  columns: sql`, e.display_name, e.description`,
  order: sql`e.position, e.id`,
}
type Hit = Pick<FileRow, 'id' | 'title_key' | 'display_name' | 'description'>

/** Downloads by name, file name and description. */
export const source: SearchSource = {
  async find(w, { term, limit }) {
    const rows = await rankedHits<Hit>(w, available(term), SHOWN)
    return [
      groupOf('download', rows, limit, ({ id, display_name: title, description }) => ({
        id,
        title,
        ...excerptIn([description ?? ''], term),
      })),
    ]
  },
  near: (w, { term }) => rowsNear(w, available(term)),
}
