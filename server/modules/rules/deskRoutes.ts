import type { ChangeContext, Sent } from '../../desk/changeRoute.ts'
import { type Editable, orderedRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { asStored, named, namedColumns } from '../../desk/named.ts'
import { replaceSections, sectionsOf } from '../../desk/sections.ts'
import { pictureChange, removePicture } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { entryColumns } from './columns.ts'
import { presentForDesk } from './present.ts'
import { videos } from './videos.ts'

/** Rules of both kinds and their films. The reading order comes from the positions of categories, sub-categories and entries. */
export function rulesDeskModule(desk: App, deps: Deps): void {
  orderedRoutes(desk, deps, categories)
  orderedRoutes(desk, deps, subcategories)
  orderedRoutes(desk, deps, quickSubcategories)
  orderedRoutes(desk, deps, videos)
  orderedRoutes(desk, deps, entries)
}

const categories: Editable<'rule-categories', 'rule_categories'> = {
  ...named,
  resource: 'rule-categories',
  table: 'rule_categories',
  clears: 'rules',
}

const quickSubcategories: Editable<'quick-subcategories', 'quick_subcategories'> = {
  ...named,
  resource: 'quick-subcategories',
  table: 'quick_subcategories',
  clears: 'rules',
}

type SubcategoryBody = Sent<'rule-subcategories', 'create'>['body']

const writeSubcategory = async (_context: ChangeContext, body: SubcategoryBody) => ({
  columns: { ...namedColumns(body), category_id: body.category_id },
})

const subcategories: Editable<'rule-subcategories', 'rule_subcategories'> = {
  resource: 'rule-subcategories',
  table: 'rule_subcategories',
  clears: 'rules',
  list: {
    ...named.list,
    sortable: [...named.list.sortable, 'category_id'],
    filterable: ['category_id'],
    orderWithin: { category_id: 'rule_categories' },
  },
  present: asStored,
  create: writeSubcategory,
  update: writeSubcategory,
}

const SECTIONS = 'rule_sub_entries'
const PARTITION = {
  kind: null,
  category_id: 'rule_categories',
  subcategory_id: 'rule_subcategories',
  quick_subcategory_id: 'quick_subcategories',
} as const
const partitionColumns = ['kind', 'category_id', 'subcategory_id', 'quick_subcategory_id'] as const

const entries: Editable<'rule-entries', 'rule_entries'> = {
  resource: 'rule-entries',
  table: 'rule_entries',
  clears: 'rules',
  list: {
    sortable: ['title', 'position', 'created_at', 'updated_at', ...partitionColumns],
    filterable: partitionColumns,
    searched: ['title'],
    sort: ['position', 'asc'],
    orderWithin: PARTITION,
  },
  async present(db, rows) {
    const sections = await sectionsOf(
      db,
      SECTIONS,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => presentForDesk(row, sections(row.id)))
  },
  async create(context, body) {
    const { tx, now } = context
    const { columns } = await pictureChange(context, body.picture_upload, null)
    const sections = body.sub_entries ?? []
    return {
      columns: {
        ...entryColumns(body, sections, now),
        ...columns,
        created_at: now,
      },
      attach: (entry) => replaceSections(tx, SECTIONS, entry, sections),
    }
  },
  async update(context, body, before) {
    if (before.kind !== body.kind) throw deskErrors.unwanted('kind')
    const { tx, now } = context
    const { columns, afterwards } = await pictureChange(
      context,
      body.picture_upload,
      before.picture,
    )
    const sections = body.sub_entries ?? (await sectionsOf(tx, SECTIONS, [before.id]))(before.id)
    return {
      columns: {
        ...entryColumns(body, sections, now),
        ...columns,
      },
      attach: (entry) => replaceSections(tx, SECTIONS, entry, sections),
      afterwards,
    }
  },
  afterRemoval: ({ files }, row) => removePicture(files, row.picture),
}
