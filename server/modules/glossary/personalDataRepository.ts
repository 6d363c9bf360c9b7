import { type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Deletion } from '#contract/personalData.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import type { HasDb } from '../../db/schema.ts'
import { blankAudit } from '../../desk/audit.ts'
import { namesIn, type PersonalData, reassign, rowsOf } from '../../work/personalData.ts'

const ownEntries = ({ id }: { readonly id: MemberId }) =>
  sql<SqlBool>`entry_id in (select id from glossary_entries where created_by = ${id})`

const ENTRY = { entry_id: ['entry', namesIn('glossary_entries', 'title')] } as const

/** Counts the entries of a member that stay and those that are deleted. */
export async function forecastEntries(
  w: HasDb,
  user: MemberId,
): Promise<Pick<Deletion, 'kept_entries' | 'deleted_entries'>> {
  return w.db
    .selectFrom('glossary_entries')
    .select(({ fn }) => [
      fn.count<number>('approved_at').as('kept_entries'),
      sql<number>`count(*) - count(approved_at)`.as('deleted_entries'),
    ])
    .where('created_by', '=', user)
    .executeTakeFirstOrThrow()
}

export const glossaryData: PersonalData = {
  tables: {
    glossary_entries: {
      rows: rowsOf('created_by'),
      without: ['title_key', 'search_text', 'pending_text', 'transfer_key'],
      names: {
        type_id: ['type', namesIn('glossary_types', 'name')],
        subtype_id: ['subtype', namesIn('glossary_subtypes', 'name')],
      },
    },
    glossary_sub_entries: { rows: ownEntries, names: ENTRY },
    glossary_reviews: {
      rows: ownEntries,
      order: ['entry_id'],
      names: ENTRY,
    },
  },
  async files(w, { id }) {
    const entries = await w.db
      .selectFrom('glossary_entries')
      .select(['id', 'picture'])
      .where('created_by', '=', id)
      .where('picture', 'is not', null)
      .orderBy('id')
      .execute()
    return entries.flatMap(({ id: entry, picture }) =>
      pictureFiles(picture).map(({ key }) => ({
        name: `pictures/entry-${entry}.${key.split('.').at(-1)}`,
        key,
      })),
    )
  },
  async erase(w, subject, formerMember) {
    const { id } = subject
    const own = sql`select cast(id as text) from glossary_entries where created_by = ${id}`
    await blankAudit(w, sql`resource in ('review', 'glossary-entries') and record in (${own})`)
    // What an import has changed is undone for other rows alone: these have another author from now on, or are gone.
    await sql`update import_rows set before = null where table_name = 'glossary_entries'
      and row_id in (select id from glossary_entries where created_by = ${id})`.execute(w.db)
    await sql`update glossary_reviews set author_version = null where ${ownEntries(subject)}`.execute(
      w.db,
    )
    await sql`update glossary_reviews set claimed_by = null, claimed_until = null
      where claimed_by = ${id}`.execute(w.db)
    await reassign(w, 'glossary_reviews', 'decided_by', id, formerMember)
    const open = await w.db
      .deleteFrom('glossary_entries')
      .where('created_by', '=', id)
      .where('approved_at', 'is', null)
      .returning('picture')
      .execute()
    await reassign(w, 'glossary_entries', 'created_by', id, formerMember)
    return open.flatMap(({ picture }) => pictureFiles(picture))
  },
}
