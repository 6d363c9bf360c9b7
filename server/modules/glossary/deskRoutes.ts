import type { DeskGlossaryBody, DeskGlossaryEntry } from '#contract/glossary.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import type { HasDb, RowOf } from '../../db/rows.ts'
import { assertPerson } from '../../desk/audit.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { crudRoutes, type Editable, named, namedList, orderedRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { searchColumns, sectionChange, sectionsOf } from '../../desk/sections.ts'
import { aliasesIn, languageField, textColumns } from '../../desk/translations.ts'
import { pictureChange } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { stateOf } from './policy.ts'
import { entryStates } from './repository.ts'

const SECTIONS = 'glossary_sub_entries'

/** Types, sub-types and all entries. The calls of the review are in reviewRoutes.ts. */
export function glossaryDeskRoutes(desk: App, deps: Deps): void {
  orderedRoutes(desk, deps, types)
  orderedRoutes(desk, deps, subtypes)
  crudRoutes(desk, deps, entries)
}

type Body<R extends 'glossary-types' | 'glossary-subtypes'> = Sent<R, 'create'>['body']

const types: Editable<'glossary-types', 'glossary_types'> = {
  ...named(({ icon }: Body<'glossary-types'>) => ({ icon: icon === '' ? null : icon })),
  resource: 'glossary-types',
  table: 'glossary_types',
  clears: 'glossary',
}

const subtypes: Editable<'glossary-subtypes', 'glossary_subtypes'> = {
  ...named(({ type_id }: Body<'glossary-subtypes'>) => ({ type_id })),
  resource: 'glossary-subtypes',
  table: 'glossary_subtypes',
  clears: 'glossary',
  list: {
    ...namedList,
    sortable: [...namedList.sortable, 'type_id'],
    filterable: ['type_id'],
    orderWithin: { type_id: 'glossary_types' },
  },
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
    foldedForms: { title: 'title_key' },
    filterable: ['type_id', 'subtype_id', 'created_by', 'language'],
    searched: ['title_key'],
    states: entryStates,
    sort: ['title_key', 'asc'],
  },
  present: presentEntries,
  async create(w, body) {
    assertPerson(w.actor)
    const { columns, attach } = await writeEntry(w, body, null)
    // Entries of the staff need no review.
    const fresh = { created_by: w.actor.id, created_at: w.now, approved_at: w.now }
    return { columns: { ...columns, ...fresh }, attach }
  },
  update: writeEntry,
  filesOf: ({ picture }) => pictureFiles(picture),
}

async function writeEntry(
  w: DeskWork,
  body: DeskGlossaryBody,
  before: RowOf<'glossary_entries'> | null,
) {
  const picture = await pictureChange(w, body, before)
  const owner = { table: SECTIONS, before } as const
  const { sections, attach } = await sectionChange(w, owner, body.sub_entries)
  const title = body.title.trim()
  const description = body.description ?? before?.description ?? ''
  const columns = {
    ...picture,
    ...searchColumns(title, description, sections),
    ...textColumns(body),
    title,
    description,
    pending_text: null,
    type_id: body.type_id,
    subtype_id: body.subtype_id ?? null,
    updated_at: w.now,
  }
  return { columns, attach }
}

export async function presentEntries(w: HasDb, rows: readonly RowOf<'glossary_entries'>[]) {
  const sections = await sectionsOf(w, SECTIONS, rows)
  const authors = rows.map(({ created_by }) => created_by)
  const people = await peopleByIds(w, authors)
  return rows.map((row): DeskGlossaryEntry => {
    const { title_key, search_text, pending_text, transfer_key, aliases, language, ...shown } =
      withIsoTimes(row)
    return {
      ...shown,
      ...languageField({ language }),
      aliases: aliasesIn(aliases),
      picture: deskPicture(row.picture),
      created_by: people.get(row.created_by) ?? {
        id: row.created_by,
        username: '',
        is_staff: false,
      },
      state: stateOf(row),
      sub_entries: [...sections(row.id)],
    }
  })
}
