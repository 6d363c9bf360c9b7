import { pictureFiles } from '../../db/looseFiles.ts'
import { type PersonalData, rowsOf } from '../../work/personalData.ts'

/** Pictures stay without the name of who sent them as long as a text shows them: approved entries stay, too. */
export const textPicturesData: PersonalData = {
  tables: {
    text_pictures: { rows: rowsOf('created_by') },
  },
  async files(w, { id }) {
    const rows = await w.db
      .selectFrom('text_pictures')
      .select(['id', 'picture'])
      .where('created_by', '=', id)
      .orderBy('id')
      .execute()
    return rows.flatMap(({ id: picture, picture: json }) =>
      pictureFiles(json).map(({ key }) => ({
        name: `pictures/text-${picture}.${key.split('.').at(-1)}`,
        key,
      })),
    )
  },
  async erase(w, { id }) {
    // The next sweep deletes at once what no text shows, such as that of an entry which has gone with the account.
    await w.db
      .updateTable('text_pictures')
      .set({ seen_at: 0 })
      .where('created_by', '=', id)
      .execute()
    return []
  },
}
