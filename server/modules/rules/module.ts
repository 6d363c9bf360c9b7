import type { RuleEntryBody, VideoBody } from '#contract/rules.ts'
import type { IsMentioned } from '../../db/linkedTexts.ts'
import { type LooseFile, pictureFiles } from '../../db/looseFiles.ts'
import type { RowOf } from '../../db/rows.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { type Editable, named, namedList, orderedRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { searchColumns, sectionChange, sectionsOf } from '../../desk/sections.ts'
import {
  aliasesIn,
  languageField,
  listTranslations,
  textColumns,
  translationColumns,
} from '../../desk/translations.ts'
import { pictureChange, release, takeUpload, type Upload } from '../../desk/uploads.ts'
import { publicKey } from '../../files/fileStore.ts'
import { publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import type { LinkSources } from '../linking/source.ts'
import { ruleLinks } from './repository.ts'
import { ruleHead, ruleLists, rulePages, rulesReads, rulesRoutes } from './siteRoutes.ts'

type Needs = { readonly isMentionedIn: (links: LinkSources) => IsMentioned }

export const rules = {
  make: ({ isMentionedIn }: Needs): Module => ({
    site(deps, { links }) {
      const visitors = forVisitors(deps)
      const searching = {
        ...visitors,
        lists: ruleLists(visitors),
        isMentioned: isMentionedIn(links),
      }
      return {
        open: (open) => rulesRoutes(open, searching),
        search: new URL('./search.ts', import.meta.url),
        reads: rulesReads(searching),
        headOf: ruleHead(visitors),
        listPages: rulePages(visitors),
        areas: { '/rules': 'rules', '/ruleItem/:id': 'rules' },
      }
    },
    desk: rulesDeskRoutes,
    terms: ruleLinks,
    pictureTexts: [{ table: 'rule_sub_entries', column: 'content', key: 'id' }],
    transfers: { rules: new URL('./transfer.ts', import.meta.url) },
  }),
}

/** Rules of both kinds and their films. The reading order comes from the positions of categories, sub-categories and entries. */
function rulesDeskRoutes(desk: App, deps: Deps): void {
  orderedRoutes(desk, deps, categories)
  orderedRoutes(desk, deps, subcategories)
  orderedRoutes(desk, deps, quickSubcategories)
  orderedRoutes(desk, deps, videos)
  orderedRoutes(desk, deps, entries)
}

const names = named(() => ({}))

const categories: Editable<'rule-categories', 'rule_categories'> = {
  ...names,
  resource: 'rule-categories',
  table: 'rule_categories',
  clears: 'rules',
}

const quickSubcategories: Editable<'quick-subcategories', 'quick_subcategories'> = {
  ...names,
  resource: 'quick-subcategories',
  table: 'quick_subcategories',
  clears: 'rules',
}

type SubcategoryBody = Sent<'rule-subcategories', 'create'>['body']

const subcategories: Editable<'rule-subcategories', 'rule_subcategories'> = {
  ...named(({ category_id }: SubcategoryBody) => ({ category_id })),
  resource: 'rule-subcategories',
  table: 'rule_subcategories',
  clears: 'rules',
  list: {
    ...namedList,
    sortable: [...namedList.sortable, 'category_id'],
    filterable: ['category_id'],
    orderWithin: { category_id: 'rule_categories' },
  },
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
    foldedForms: { title: 'title_key' },
    filterable: [...partitionColumns, 'language'],
    searched: ['title', 'title_key'],
    sort: ['position', 'asc'],
    orderWithin: PARTITION,
  },
  async present(w, rows) {
    const sections = await sectionsOf(w, SECTIONS, rows)
    const translations = await listTranslations(w, 'rule_entries', rows)
    return rows.map((row) => {
      const {
        transfer_key,
        title_key,
        search_text,
        aliases,
        translation_group,
        language,
        ...shown
      } = withIsoTimes(row)
      const [translation] = translations(row)
      return {
        ...shown,
        ...languageField({ language }),
        ...(translation && { translation_of: translation.id }),
        aliases: aliasesIn(aliases),
        picture: deskPicture(row.picture),
        sub_entries: [...sections(row.id)],
      }
    })
  },
  async create(w, body) {
    const { columns, attach } = await writeEntry(w, body, null)
    return { columns: { ...columns, created_at: w.now }, attach }
  },
  update: writeEntry,
  filesOf: ({ picture }) => pictureFiles(picture),
}

async function writeEntry(w: DeskWork, body: RuleEntryBody, before: RowOf<'rule_entries'> | null) {
  if (before !== null && before.kind !== body.kind) throw deskErrors.unwanted('kind')
  const picture = await pictureChange(w, body, before)
  const owner = { table: SECTIONS, before } as const
  const { sections, attach } = await sectionChange(w, owner, body.sub_entries)
  const title = body.title.trim()
  const columns = {
    ...categoryColumns(body),
    ...searchColumns(title, null, sections),
    ...textColumns(body),
    title,
    position: body.position,
    updated_at: w.now,
    ...(await translationColumns(w, { table: 'rule_entries', before }, body)),
    ...picture,
  }
  return { columns, attach }
}

/** The categories of a body as columns. @throws Refusal for one of the other kind, or a sub-category without its category */
function categoryColumns(body: RuleEntryBody) {
  const { kind, category_id = null, subcategory_id = null, quick_subcategory_id = null } = body
  if (kind === 'quick') {
    if (category_id !== null) throw deskErrors.unwanted('category_id')
    if (subcategory_id !== null) throw deskErrors.unwanted('subcategory_id')
  } else {
    if (quick_subcategory_id !== null) throw deskErrors.unwanted('quick_subcategory_id')
    if (subcategory_id !== null && category_id === null) throw deskErrors.required('category_id')
  }
  return { kind, category_id, subcategory_id, quick_subcategory_id }
}

/** Films with captions and a still picture, for the desk. */
const videos: Editable<'rule-videos', 'rule_videos'> = {
  resource: 'rule-videos',
  table: 'rule_videos',
  clears: 'rules',
  list: {
    sortable: ['title', 'position', 'created_at', 'updated_at'],
    searched: ['title'],
    sort: ['position', 'asc'],
    orderWithin: {},
  },
  present: async (_w, rows) =>
    rows.map((row) => {
      const { file_key, webm_key, captions_key, poster_key, ...shown } = withIsoTimes(row)
      return {
        ...shown,
        file_url: publicUrlPath(file_key),
        webm_url: webm_key && publicUrlPath(webm_key),
        captions_url: captions_key && publicUrlPath(captions_key),
        poster_url: poster_key && publicUrlPath(poster_key),
      }
    }),
  async create(w, body) {
    const { file_key, ...columns } = await columnsOf(w, body)
    if (file_key == null) throw deskErrors.required('file_upload')
    return { columns: { ...columns, file_key, created_at: w.now } }
  },
  async update(w, body, before) {
    const { file_key, ...rest } = await columnsOf(w, body)
    const columns = { ...rest, ...(file_key != null && { file_key }) }
    const replaced = FILE_COLUMNS.filter((column) => column in columns)
    await release(w, filesOf(before, replaced))
    return { columns }
  },
  filesOf: (row) => filesOf(row, FILE_COLUMNS),
}

const FILE_COLUMNS = ['file_key', 'webm_key', 'captions_key', 'poster_key'] as const
type FileColumn = (typeof FILE_COLUMNS)[number]

async function columnsOf(w: DeskWork, body: VideoBody) {
  const sent = [
    ['file_key', 'video', 'file_upload'],
    ['webm_key', 'webm', 'webm_upload'],
    ['captions_key', 'captions', 'captions_upload'],
    ['poster_key', 'picture', 'poster_upload'],
  ] as const
  const files: Partial<Record<FileColumn, string | null>> = {}
  for (const [column, purpose, attr] of sent) {
    const id = body[attr]
    if (id !== undefined)
      files[column] = id === null ? null : storedName(await takeUpload(w, { id, purpose, attr }))
  }
  return { ...files, title: body.title.trim(), position: body.position, updated_at: w.now }
}

/** The name of an upload's file in the public part of the store. */
const storedName = ({ picture, file_key }: Upload): string =>
  readPicture(picture)?.key ?? file_key.slice('public/'.length)

const filesOf = (row: RowOf<'rule_videos'>, columns: readonly FileColumn[]): LooseFile[] =>
  columns
    .map((column) => publicKey(row[column] ?? ''))
    .filter((key) => key !== null)
    .map((key) => ({ key, picture: null }))
