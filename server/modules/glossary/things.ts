import type { GlossaryEntryId } from '#contract/ids.ts'
import { findRow, type HasDb, lockRow, type RowOf, updateRow } from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { type Asked, reportable, type ThingKey } from '../../desk/reportable.ts'
import {
  replaceSections,
  type SentSection,
  searchColumns,
  sectionsOf,
} from '../../desk/sections.ts'
import { listSections } from './repository.ts'
import { saveReview } from './reviewRepository.ts'

/* Entries and their pictures, as members report them and staff act on them. */

async function findSeen(
  w: HasDb,
  { id, reader }: Asked,
): Promise<RowOf<'glossary_entries'> | undefined> {
  const row = await findRow(w.db, 'glossary_entries', id)
  return row && (reader === null || row.approved_at !== null || row.created_by === reader)
    ? row
    : undefined
}

type Sections = { readonly sections: readonly SentSection[] }

async function saveEntry(
  w: DeskWork,
  { id }: ThingKey,
  { sections, ...columns }: Partial<RowOf<'glossary_entries'> & Sections>,
): Promise<unknown> {
  if ((await lockRow(w.db, 'glossary_entries', id)) === undefined) return false
  const entry = id as GlossaryEntryId
  if (sections) await replaceSections(w, { table: 'glossary_sub_entries', entry: id }, sections)
  const saved = await updateRow(w.db, 'glossary_entries', id, { ...columns, updated_at: w.now })
  const { title, description, created_by } = saved
  const texts = searchColumns(title, description, await listSections(w, entry))
  await updateRow(w.db, 'glossary_entries', id, { ...texts, pending_text: null })
  await saveReview(w, entry, { decided_by: w.actor.id })
  return w.publish([created_by], { kind: 'entry', subject: entry })
}

type Entry = Sections &
  Pick<
    RowOf<'glossary_entries'>,
    'description' | 'approved_at' | 'rejected_at' | 'rejection_reason'
  >

const entry = reportable<Entry>({
  async find(w, asked) {
    const row = await findSeen(w, asked)
    if (row === undefined) return undefined
    const sections = await listSections(w, row.id)
    const text = [row.description, ...sections.flatMap(({ title, content }) => [title, content])]
    return { ...row, author: row.created_by, text: text.join('\n\n').trim(), picture: null }
  },
  async read(w, { id }) {
    const row = await lockRow(w.db, 'glossary_entries', id)
    if (row === undefined) return undefined
    const { description, approved_at, rejected_at, rejection_reason } = row
    const sections = (await sectionsOf(w, 'glossary_sub_entries', [row]))(id)
    return { description, approved_at, rejected_at, rejection_reason, sections }
  },
  /** A text takes the place of all that was written: in the first section, where the entry has one. */
  changed(w, state, { text, reason }) {
    if (text === null)
      return { ...state, approved_at: null, rejected_at: w.now, rejection_reason: reason }
    const [first] = state.sections
    return first === undefined
      ? { ...state, description: text }
      : { ...state, description: '', sections: [{ ...first, content: text }] }
  },
  save: (w, key, state) => saveEntry(w, key, state ?? {}),
})

const picture = reportable<{ readonly picture: string }>({
  async find(w, asked) {
    const row = await findSeen(w, asked)
    return row?.picture ? { ...row, author: row.created_by, text: '' } : undefined
  },
  async read(w, { id }) {
    const row = await lockRow(w.db, 'glossary_entries', id)
    return row?.picture ? { picture: row.picture } : undefined
  },
  changed(_w, _state, { text }) {
    if (text !== null) throw deskErrors.unwanted('text')
    return null
  },
  save: (w, key, state) => saveEntry(w, key, { picture: state?.picture ?? null }),
})

export const entryThings = { entry, picture }
