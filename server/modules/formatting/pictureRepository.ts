import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { count, type DB, type HasDb, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { PUBLIC_PATH } from '../../files/pictureNames.ts'
import { filesOfPictures, type PersonalData, rowsOf } from '../../work/personalData.ts'

/** A column of texts that may show pictures. @param key a unique column of integers */
export type PictureTexts = {
  readonly table: keyof DB
  readonly column: string
  readonly key: string
}

/** Texts of one statement. */
const PAGE = 200

export const countPictures = (w: HasDb, member: MemberId): Promise<number> =>
  count(w.db.selectFrom('text_pictures').where('created_by', '=', member))

/** @param picture JSON of `StoredPicture` */
export async function insertPicture(w: Read, picture: string, created_by: MemberId): Promise<void> {
  await w.db
    .insertInto('text_pictures')
    .values({
      picture,
      created_by,
      created_at: w.now,
      seen_at: w.now,
      source_digest: null,
      import_id: null,
    })
    .execute()
}

/** Those that no text was seen to show since then, oldest first. */
export const listUnseen = (w: HasDb, before: number, limit: number) =>
  w.db
    .selectFrom('text_pictures')
    .select(['id', 'picture', 'seen_at'])
    .where('seen_at', '<', before)
    .orderBy('seen_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function markSeen(w: Read, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await w.db
    .updateTable('text_pictures')
    .set({ seen_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .execute()
}

/** @param before one that was shown again since then stays */
export const deletePictures = (w: HasDb, ids: readonly number[], before: number) =>
  w.db
    .deleteFrom('text_pictures')
    .where(isOneOf(w.db, 'id', ids))
    .where('seen_at', '<', before)
    .returning('picture')
    .execute()

export async function* textsWithPictures(w: HasDb, { table, column, key }: PictureTexts) {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ key: number; text: string }>`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(key)} > ${after} and ${sql.ref(column)} like ${`%${PUBLIC_PATH}%`}
      order by ${sql.ref(key)} limit ${PAGE}`.execute(w.db)
    for (const { text } of rows) yield text
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.key
  }
}

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
    return filesOfPictures('text', rows)
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
