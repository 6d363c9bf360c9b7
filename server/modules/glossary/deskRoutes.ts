import type { DeskGlossaryBody } from '#contract/schemas/deskGlossary.ts'
import { namedModule } from '../../desk/named.ts'
import { makeResource } from '../../desk/resource.ts'
import { replaceSections, searchColumns, sectionsOf } from '../../desk/sections.ts'
import { forgetPicture, pictureColumn } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { entryStates, withSections } from './deskRepository.ts'

/** Types, sub-types and all entries, whoever has made them; the review has calls of its own. */
export function glossaryModule(desk: App, deps: Deps): void {
  const { files } = deps
  const clears = 'glossary'
  namedModule(desk, deps, 'glossary-types', { table: 'glossary_types', clears, further: ['icon'] })
  namedModule(desk, deps, 'glossary-subtypes', {
    table: 'glossary_subtypes',
    clears,
    shelf: { type_id: 'glossary_types' },
  })

  const entries = makeResource<DeskGlossaryBody>(deps, 'glossary-entries', {
    clears: [clears],
    list: {
      table: 'glossary_entries',
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
    present: withSections,
    async write({ tx, now, who, body, before }) {
      const { columns, forget } = await pictureColumn(tx, files, {
        id: body.picture_upload,
        before: before?.['picture'],
        who,
      })
      const title = body.title.trim()
      const description = body.description ?? String(before?.['description'] ?? '')
      const sent = body.sub_entries
      const id = Number(before?.['id'] ?? 0)
      const sections = sent ?? (await sectionsOf(tx, 'glossary_sub_entries', [id]))(id)
      return {
        columns: {
          ...columns,
          ...searchColumns(title, description, sections),
          pending_text: null,
          title,
          description,
          type_id: body.type_id,
          subtype_id: body.subtype_id ?? null,
          updated_at: now,
          // What the staff write needs no review.
          ...(before === undefined && { created_by: who.id, created_at: now, approved_at: now }),
        },
        attach: async (entry) => {
          if (sent !== undefined) await replaceSections(tx, 'glossary_sub_entries', entry, sent)
        },
        afterwards: forget,
      }
    },
    afterRemoval: (row) => forgetPicture(files, row['picture']),
  })
  entries.read(desk)
  entries.edit(desk)
}
