import type { GlossaryEntryId } from '#contract/ids.ts'
import { announcing, claimFile, pictureFiles } from '../../db/looseFiles.ts'
import { findRow, type HasDb, lockRow, type RowOf, updateRow } from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import {
  type Asked,
  type Copied,
  type Replacement,
  reportable,
  type ThingKey,
} from '../../desk/reportable.ts'
import {
  replaceSections,
  type SentSection,
  searchColumns,
  sectionsOf,
} from '../../desk/sections.ts'
import { release } from '../../desk/uploads.ts'
import { readPicture } from '../../files/pictureNames.ts'
import { copyImage } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
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

async function copyPicture(deps: Deps, { id }: ThingKey): Promise<Copied | null> {
  const of = (await findRow(deps.db, 'glossary_entries', id))?.picture ?? null
  const picture = readPicture(of)
  const files = announcing(deps.files, deps.db, deps.clock)
  const copy = picture && (await copyImage(files, picture))
  return of !== null && copy ? { of, copy: JSON.stringify(copy) } : null
}

/** A picture that is hidden leaves the address that its readers know. @throws Refusal where it is another one by now */
async function readdress(w: DeskWork, { id }: ThingKey, { text, copied }: Replacement) {
  if (text !== null || copied === undefined) return
  const row = await lockRow(w.db, 'glossary_entries', id)
  if (row?.picture !== copied.of) throw deskErrors.wrongState('changed_since', 'act')
  for (const { key } of pictureFiles(copied.copy)) await claimFile(w.db, key)
  await updateRow(w.db, 'glossary_entries', id, { picture: copied.copy })
  await release(w, pictureFiles(copied.of))
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
  copy: copyPicture,
  prepare: readdress,
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
  copy: copyPicture,
  prepare: readdress,
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
