import type { DeskContent } from '#contract/content.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { ContentState } from '#contract/sets.ts'
import type { Read } from '../../db/rows.ts'
import { peopleByIds } from '../../desk/people.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { languageField, listTranslations } from '../../desk/translations.ts'
import { iso } from '../../text/time.ts'
import { listSeries } from '../../work/eventSeries.ts'
import { rhythmOf } from '../../work/series.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import { questionsOf } from './columns.ts'
import { type ContentRow, countTables, countTaken } from './repository.ts'

/** Articles as the desk shows them. */
export async function presentForDesk(w: Read, rows: readonly ContentRow[]): Promise<DeskContent[]> {
  const translations = await listTranslations(w, 'contents', rows)
  const ids = rows.map(({ id }) => id)
  const taken = await countTaken(w, ids)
  const series = await listSeries(
    w,
    rows.flatMap(({ part_id }) => part_id ?? []),
  )
  const tables = await countTables(w, ids)
  const leaders = await peopleByIds(
    w,
    rows.map(({ led_by }) => led_by),
  )
  const rhythms = new Map<number | null, Repeats>(
    series.map(({ id, rule }) => [id, rhythmOf(rule)]),
  )
  return rows.map((row) => ({
    ...presentRow(w, row, translations(row)[0]),
    taken: taken.get(row.id) ?? 0,
    tables: tables.get(row.id) ?? 0,
    leader: leaders.get(row.led_by ?? 0)?.username ?? null,
    repeats: rhythms.get(row.part_id) ?? null,
  }))
}

function presentRow(
  w: Read,
  row: ContentRow,
  translation: { readonly id: number } | undefined,
): Omit<DeskContent, 'taken' | 'repeats' | 'tables' | 'leader'> {
  const { uid, transfer_key, title_key, search_text, translation_group, language, ...rest } =
    withIsoTimes(row)
  const { table_facts, leader_told, ...shown } = rest
  return {
    ...shown,
    ...languageField({ language }),
    ...(translation && { translation_of: translation.id }),
    companion_names: row.companion_names === 1,
    guests: row.guests === 1,
    questions: questionsOf(row),
    slots: slotsOf(row),
    takes_offers: row.takes_offers === 1,
    table: tableFactsOf(row),
    waits_since: iso(row.waits_since),
    picture: deskPicture(row.picture),
    state: stateOf(w, row),
  }
}

/** The same as `contentStates` of the repository. */
function stateOf(w: Read, row: ContentRow): ContentState {
  const { publish_at, unpublished_at, cancelled_at } = row
  if (unpublished_at !== null) return 'unpublished'
  if (cancelled_at !== null) return 'cancelled'
  if (row.waits_since !== null && (row.ends_at ?? 0) > w.now) return 'offered'
  if (publish_at === null) return 'draft'
  return publish_at > w.now ? 'scheduled' : 'published'
}
