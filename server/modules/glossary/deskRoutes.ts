import type { RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertPerson } from '../../desk/actor.ts'
import type { ChangeContext, Sent } from '../../desk/changeRoute.ts'
import { crudRoutes, type Editable, orderedRoutes } from '../../desk/crud.ts'
import { asStored, named, namedColumns } from '../../desk/named.ts'
import { peopleByIds } from '../../desk/people.ts'
import { replaceSections, searchColumns, sectionsOf } from '../../desk/sections.ts'
import { pictureChange, removePicture } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentForDesk } from './present.ts'
import { entryStates } from './repository.ts'

const SECTIONS = 'glossary_sub_entries'

/** Types, sub-types and all entries. The calls of the review are in reviewRoutes.ts. */
export function glossaryDeskModule(desk: App, deps: Deps): void {
  orderedRoutes(desk, deps, types)
  orderedRoutes(desk, deps, subtypes)
  crudRoutes(desk, deps, entries)
}

const writeType = async (
  _context: ChangeContext,
  body: Sent<'glossary-types', 'create'>['body'],
) => ({ columns: { ...namedColumns(body), icon: body.icon === '' ? null : body.icon } })

const types: Editable<'glossary-types', 'glossary_types'> = {
  ...named,
  resource: 'glossary-types',
  table: 'glossary_types',
  clears: 'glossary',
  create: writeType,
  update: writeType,
}

const writeSubtype = async (
  _context: ChangeContext,
  body: Sent<'glossary-subtypes', 'create'>['body'],
) => ({ columns: { ...namedColumns(body), type_id: body.type_id } })

const subtypes: Editable<'glossary-subtypes', 'glossary_subtypes'> = {
  resource: 'glossary-subtypes',
  table: 'glossary_subtypes',
  clears: 'glossary',
  list: {
    ...named.list,
    sortable: [...named.list.sortable, 'type_id'],
    filterable: ['type_id'],
    orderWithin: { type_id: 'glossary_types' },
  },
  present: asStored,
  create: writeSubtype,
  update: writeSubtype,
}

const entries: Editable<'glossary-entries', 'glossary_entries'> = {
  resource: 'glossary-entries',
  table: 'glossary_entries',
  clears: 'glossary',
  list: {
    sortable: [
      'title',
      'title_key',
      'type_id',
      'subtype_id',
      'created_at',
      'updated_at',
      'approved_at',
    ],
    filterable: ['type_id', 'subtype_id', 'created_by'],
    searched: ['title_key'],
    states: entryStates,
    sort: ['title_key', 'asc'],
  },
  present: presentEntries,
  async create(context, body) {
    const { tx, now, actor } = context
    assertPerson(actor)
    const { columns } = await pictureChange(context, body.picture_upload, null)
    const sections = body.sub_entries ?? []
    const texts = { title: body.title.trim(), description: body.description ?? '' }
    return {
      columns: {
        ...columns,
        ...texts,
        ...searchColumns(texts.title, texts.description, sections),
        type_id: body.type_id,
        subtype_id: body.subtype_id ?? null,
        created_by: actor.id,
        created_at: now,
        updated_at: now,
        // Entries of the staff need no review.
        approved_at: now,
      },
      attach: (entry) => replaceSections(tx, SECTIONS, entry, sections),
    }
  },
  async update(context, body, before) {
    const { tx, now } = context
    const { columns, afterwards } = await pictureChange(
      context,
      body.picture_upload,
      before.picture,
    )
    const sent = body.sub_entries
    const sections = sent ?? (await sectionsOf(tx, SECTIONS, [before.id]))(before.id)
    const texts = { title: body.title.trim(), description: body.description ?? before.description }
    return {
      columns: {
        ...columns,
        ...texts,
        ...searchColumns(texts.title, texts.description, sections),
        pending_text: null,
        type_id: body.type_id,
        subtype_id: body.subtype_id ?? null,
        updated_at: now,
      },
      attach: async (entry) => {
        if (sent !== undefined) await replaceSections(tx, SECTIONS, entry, sent)
      },
      afterwards,
    }
  },
  afterRemoval: ({ files }, row) => removePicture(files, row.picture),
}

/** Entries with their authors and sections. */
export async function presentEntries(db: Db, rows: readonly RowOf<'glossary_entries'>[]) {
  const sections = await sectionsOf(
    db,
    SECTIONS,
    rows.map(({ id }) => id),
  )
  const people = await peopleByIds(
    db,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => presentForDesk(row, people, sections(row.id)))
}
