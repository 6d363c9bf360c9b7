import type { RuleEntryBody } from '#contract/schemas/deskRules.ts'
import { deskErrors } from '../../desk/errors.ts'
import { namedModule } from '../../desk/named.ts'
import { makeResource } from '../../desk/resource.ts'
import { replaceSections, searchColumns, sectionsOf } from '../../desk/sections.ts'
import { forgetPicture, pictureColumn } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentRule } from './deskPresent.ts'
import { shelfOf } from './policy.ts'
import { videosModule } from './videoDeskRoutes.ts'

/** Rules of both kinds. The reading order follows from the places of categories, sub-categories and entries. */
export function rulesModule(desk: App, deps: Deps): void {
  const { files } = deps
  const clears = 'rules'
  namedModule(desk, deps, 'rule-categories', { table: 'rule_categories', clears })
  namedModule(desk, deps, 'rule-subcategories', {
    table: 'rule_subcategories',
    clears,
    shelf: { category_id: 'rule_categories' },
  })
  namedModule(desk, deps, 'quick-subcategories', { table: 'quick_subcategories', clears })
  videosModule(desk, deps)

  const shelf = {
    kind: null,
    category_id: 'rule_categories',
    subcategory_id: 'rule_subcategories',
    quick_subcategory_id: 'quick_subcategories',
  }
  const columnsOfShelf = Object.keys(shelf)
  const entries = makeResource<RuleEntryBody>(deps, 'rule-entries', {
    clears: [clears],
    list: {
      table: 'rule_entries',
      sortable: ['title', 'position', 'created_at', 'updated_at', ...columnsOfShelf],
      filterable: columnsOfShelf,
      searched: ['title'],
      sort: ['position', 'asc'],
      shelf,
    },
    async present(db, rows) {
      const ids = rows.map(({ id }) => Number(id))
      const sections = await sectionsOf(db, 'rule_sub_entries', ids)
      return rows.map((row) => presentRule(row, sections(Number(row['id']))))
    },
    async write({ tx, now, who, body, before }) {
      if (before !== undefined && before['kind'] !== body.kind) throw deskErrors.unwanted('kind')
      const { columns, forget } = await pictureColumn(tx, files, {
        id: body.picture_upload,
        before: before?.['picture'],
        who,
      })
      const title = body.title.trim()
      const sent = body.sub_entries
      const id = Number(before?.['id'] ?? 0)
      const sections = sent ?? (await sectionsOf(tx, 'rule_sub_entries', [id]))(id)
      return {
        columns: {
          ...shelfOf(body),
          ...columns,
          ...searchColumns(title, null, sections),
          title,
          updated_at: now,
          ...(body.position !== undefined && { position: body.position }),
          ...(before === undefined && { created_at: now }),
        },
        attach: async (entry) => {
          if (sent !== undefined) await replaceSections(tx, 'rule_sub_entries', entry, sent)
        },
        afterwards: forget,
      }
    },
    afterRemoval: (row) => forgetPicture(files, row['picture']),
  })
  entries.read(desk)
  entries.edit(desk)
}
