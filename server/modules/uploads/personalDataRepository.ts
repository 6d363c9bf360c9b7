import { sql } from 'kysely'
import { blankAudit } from '../../desk/audit.ts'
import { uploadedFile } from '../../desk/uploads.ts'
import { type PersonalData, rowsOf } from '../../work/personalData.ts'

/** Files that staff sent and no record has taken yet. */
export const uploadsData: PersonalData = {
  tables: {
    desk_uploads: {
      rows: rowsOf('created_by'),
      without: ['file_key', 'digest'],
    },
    imports: { rows: rowsOf('created_by') },
  },
  async erase(w, { id }) {
    const own = sql`select id from desk_uploads where created_by = ${id}`
    await blankAudit(w, sql`resource = 'uploads' and record in (${own})`)
    const uploads = await w.db
      .deleteFrom('desk_uploads')
      .where('created_by', '=', id)
      .returning(['file_key', 'picture'])
      .execute()
    return uploads.map(uploadedFile)
  },
}
