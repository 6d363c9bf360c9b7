import { sql } from 'kysely'
import { type PersonalData, rowsOf } from '../../db/personalData.ts'
import { blankAudit } from '../../desk/audit.ts'
import { uploadedFile } from '../../desk/uploads.ts'

/** Files that staff sent and no record has taken yet. */
export const uploadsData: PersonalData = {
  tables: {
    desk_uploads: {
      rows: rowsOf('created_by'),
      without: ['file_key', 'digest'],
    },
    imports: { rows: rowsOf('created_by') },
  },
  async erase(tx, { id }) {
    const own = sql`select id from desk_uploads where created_by = ${id}`
    await blankAudit(tx, sql`resource = 'uploads' and record in (${own})`)
    const uploads = await tx
      .deleteFrom('desk_uploads')
      .where('created_by', '=', id)
      .returning(['file_key', 'picture'])
      .execute()
    return uploads.map(uploadedFile)
  },
}
