import type { Insertable } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { forUpdate } from '../../db/dialect.ts'
import type { GlossaryEntriesTable } from '../../db/schema/glossary.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { searchText, titleKey } from '../../text/keys.ts'
import { opening } from './placesRepository.ts'
import type { Section } from './policy.ts'

/** What the form of a member says; the rest follows. */
export type NewEntry = Pick<
  Insertable<GlossaryEntriesTable>,
  'title' | 'type_id' | 'subtype_id' | 'picture'
>

/** Types, and single entries with their sections. Lists are in `listRepository`. */
export const glossaryRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  types: (db: Db) =>
    db
      .selectFrom('glossary_types')
      .select(['id', 'name', 'icon'])
      .orderBy('position')
      .orderBy('id')
      .execute(),

  hasType: async (db: Db, id: GlossaryTypeId): Promise<boolean> =>
    (await db.selectFrom('glossary_types').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined,

  /** Of one type, or of all types one after the other. */
  subtypes: (db: Db, type: GlossaryTypeId | null) =>
    db
      .selectFrom('glossary_subtypes')
      .innerJoin('glossary_types', 'glossary_types.id', 'glossary_subtypes.type_id')
      .select(['glossary_subtypes.id', 'glossary_subtypes.name'])
      .$if(type !== null, (q) => q.where('type_id', '=', type))
      .orderBy('glossary_types.position')
      .orderBy('glossary_types.id')
      .orderBy('glossary_subtypes.position')
      .orderBy('glossary_subtypes.id')
      .execute(),

  isSubtypeOf: async (db: Db, id: GlossarySubtypeId, type: GlossaryTypeId): Promise<boolean> =>
    (await db
      .selectFrom('glossary_subtypes')
      .select('id')
      .where('id', '=', id)
      .where('type_id', '=', type)
      .executeTakeFirst()) !== undefined,

  entry: (db: Db, id: GlossaryEntryId) =>
    db
      .selectFrom('glossary_entries')
      .select(['created_by', 'approved_at', 'rejected_at'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** What a link to an approved entry shows of it. */
  preview: (db: Db, id: GlossaryEntryId) =>
    db
      .selectFrom('glossary_entries as e')
      .select(['e.title', 'e.description', 'e.picture', opening.as('opening')])
      .where('e.id', '=', id)
      .where('e.approved_at', 'is not', null)
      .executeTakeFirst(),

  /** The entry, held until the transaction ends. */
  locked: (tx: Db, id: GlossaryEntryId) =>
    forUpdate(
      engine,
      tx
        .selectFrom('glossary_entries')
        .select(['title', 'description', 'created_by', 'approved_at', 'rejected_at'])
        .where('id', '=', id),
    ).executeTakeFirst(),

  sections: (db: Db, id: GlossaryEntryId): Promise<Section[]> =>
    db
      .selectFrom('glossary_sub_entries')
      .select(['title', 'content'])
      .where('entry_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute(),

  /** Two first steps of one member happen one after the other. */
  holdAuthor: (tx: Db, author: MemberId) =>
    forUpdate(
      engine,
      tx.selectFrom('users').select('id').where('id', '=', author),
    ).executeTakeFirst(),

  /** A pending entry of this title that still waits for its sections. */
  unfinished: (tx: Db, author: MemberId, title: string) =>
    tx
      .selectFrom('glossary_entries as e')
      .select(['e.id', 'e.picture'])
      .where('e.created_by', '=', author)
      .where('e.title', '=', title)
      .where('e.approved_at', 'is', null)
      .where('e.rejected_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('glossary_sub_entries as s')
              .select('s.id')
              .whereRef('s.entry_id', '=', 'e.id'),
          ),
        ),
      )
      .executeTakeFirst(),

  pendingOf: async (tx: Db, author: MemberId): Promise<number> =>
    (
      await tx
        .selectFrom('glossary_entries')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('created_by', '=', author)
        .where('approved_at', 'is', null)
        .where('rejected_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,

  async add(tx: Db, entry: NewEntry, author: MemberId, now: number): Promise<GlossaryEntryId> {
    const { id } = await tx
      .insertInto('glossary_entries')
      .values({
        ...entry,
        description: '',
        created_by: author,
        created_at: now,
        updated_at: now,
        title_key: titleKey(entry.title),
        search_text: searchText([entry.title]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** What the form says now holds; the title is the same. */
  change: (tx: Db, id: GlossaryEntryId, entry: NewEntry, now: number) =>
    tx
      .updateTable('glossary_entries')
      .set({ ...entry, updated_at: now })
      .where('id', '=', id)
      .execute(),

  /**
   * The author finds the texts at once; an index for everybody is made at the approval.
   * @param present the sections before, whose texts stay findable
   */
  async addSections(
    tx: Db,
    id: GlossaryEntryId,
    entry: { title: string; description: string },
    present: readonly Section[],
    added: readonly Section[],
    now: number,
  ): Promise<void> {
    const rows = added.map(({ title, content }, at) => ({
      entry_id: id,
      position: present.length + at,
      title,
      content,
    }))
    await tx.insertInto('glossary_sub_entries').values(rows).execute()
    const texts = [...present, ...added].flatMap(({ title, content }) => [title, content])
    await tx
      .updateTable('glossary_entries')
      .set({
        pending_text: searchText([entry.title, entry.description, ...texts]),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
  },

  /** Deletes an own entry that is not approved. Undefined: there is none, or somebody was faster. */
  deleteOpen: (db: Db, id: GlossaryEntryId, author: MemberId) =>
    db
      .deleteFrom('glossary_entries')
      .where('id', '=', id)
      .where('created_by', '=', author)
      .where('approved_at', 'is', null)
      .returning('picture')
      .executeTakeFirst(),
})
