import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { ID_MAX, TEXT_MAX } from '#contract/fields.ts'
import { articlePath } from '#contract/publicPages.ts'
import { type HasDb, updateRow } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import { deskErrors } from '../../desk/errors.ts'
import { translationColumnsOfFile, translationFieldsOfFile } from '../../desk/translations.ts'
import { Refusal, refusalIn } from '../../http/errors.ts'
import { assertGoodText } from '../../http/plugins/textGuard.ts'
import { isPrintable, titleKey } from '../../text/keys.ts'
import { said } from '../../text/sentence.ts'
import { iso, millis } from '../../text/time.ts'
import { exportedFields, type TransferFormat } from '../../transfer/format.ts'
import { checkTranslations, keyedLinks, writeEntries } from '../../transfer/importer.ts'
import {
  AREA_LOCKS,
  addMissingKeys,
  keyedRows,
  keysHere,
  listRows,
  type Writing,
} from '../../transfer/keyedRows.ts'
import { type FileRow, fileRows, type Reader } from '../../transfer/reading.ts'
import type { SourceRecord } from '../../transfer/sources/records.ts'
import { markAnnounced } from '../../transfer/undo.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import {
  columnsOf,
  type Importing,
  publicationColumns,
  questionsOf,
  registrationColumns,
  TransferContent,
} from './columns.ts'
import { kindsOf, kindsWith } from './eventKinds.ts'
import { fileOfRecords, kindOf } from './foreign.ts'
import {
  assertMayCloseRegistration,
  assertSameKind,
  assertSeatsFor,
  hasAppeared,
} from './policy.ts'
import { type ContentRow, countTaken, lockKeyed } from './repository.ts'
import { markAnnouncedSeries, seriesFields, seriesWith } from './seriesFile.ts'
import {
  assertPlaced,
  assertRoomForTables,
  listParents,
  moveTables,
  slotsColumn,
} from './tableRepository.ts'

/** See docs/transfer-format.md. */
export const ContentsFile = Type.Object({
  format: Type.Literal('discordia-contents'),
  version: Type.Literal(1),
  entries: Type.Optional(fileRows()),
})

type Kinds = Awaited<ReturnType<typeof kindsWith>>

/** Kinds, times and numbers of an article in words. */
const nameIn = (kinds: Kinds) => (column: string, value: number) => {
  if (column === 'event_kind_id') return kinds.find(({ id }) => id === value)?.name
  return /_at$/.test(column) ? `${iso(value).slice(0, 16).replace('T', ' ')} UTC` : String(value)
}

const TABLES = { table: 'contents', pathOf: articlePath } as const

export const format: TransferFormat = {
  lock: AREA_LOCKS.contents,
  entries: TABLES.table,
  limits: { titleMax: TEXT_MAX, aliasesMax: 0, isOneText: true },
  names: async (w) => ({
    kinds: [],
    parts: [],
    decided: await keysHere(w, TABLES.table, ['publish_at']),
    unpublished: 'draft',
  }),
  kindOf,
  fileOf: fileOfRecords,
  recordsOf: (file) => (file as { entries: TransferContent[] }).entries.map(recordOf),
  read: readContents,
  export: exportContents,
}

function readContents(file: unknown, reader: Reader): ReturnType<TransferFormat['read']> {
  const sent = reader.read(ContentsFile, file, 'file')
  const entries = reader.rows(TransferContent, sent?.entries, 'entries')
  reader.assertGood()

  return async (w) => {
    const keys = entries.map(({ row }) => row.key)
    await lockKeyed(w, keys)
    const known = await keyedRows(w, 'contents')
    const kinds = await kindsWith(
      w,
      entries.flatMap(({ row }) => row.event_kind ?? []),
    )
    const seriesIds = await seriesWith(
      w,
      entries.map(({ row }) => row),
    )
    const taken = await countTaken(w, idsOf([...known.values()]))
    const appearing = new Set<string>()
    const keyed = entries.flatMap(({ row, path }) => {
      const before = known.get(row.key)
      try {
        const columns = columnsOfRow({ ...w, kinds, seriesIds }, row, before)
        if (before !== undefined) assertSeatsFor(taken.get(before.id), before, columns)
        const wasPublic = before !== undefined && hasAppeared(w, before)
        if (!wasPublic && hasAppeared(w, columns)) appearing.add(row.key)
        const whenNew = { uid: randomUUID(), created_at: w.now }
        const { title, description } = columns
        return [{ key: row.key, columns, whenNew, path, title, description, sections: [] }]
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reader.complain(error.attr === null ? path : `${path}.${error.attr}`, error.sentence)
        return []
      }
    })
    await checkTranslations(w, 'contents', keyed)
    reader.assertGood()
    const ids = await writeEntries(w, { ...TABLES, nameOf: nameIn(kinds) }, keyed)
    await placeTables(w, entries, ids)
    const appeared = [...ids].flatMap(([key, id]) => (appearing.has(key) ? [id] : []))
    await markAnnounced(w, appeared)
    await markAnnouncedSeries(w, seriesIds.values())
  }
}

/** What an event of another program is that doesn't say it. */
const USUAL = { event_scope: 'National', event_type: 'Offline' } as const
const NO_EVENT = {
  starts_at: null,
  ends_at: null,
  location: null,
  event_scope: null,
  event_type: null,
  event_kind_id: null,
  access: null,
}

/** @throws Refusal naming the field */
function columnsOfRow(
  w: Importing & { readonly kinds: Kinds; readonly seriesIds: ReadonlyMap<string, number> },
  row: TransferContent,
  before: ContentRow | undefined,
) {
  if (before !== undefined) assertSameKind(before, row)
  for (const field of ['event_kind', 'series'] as const)
    if (row.kind === 'news' && row[field] != null) throw deskErrors.unwanted(field)
  assertGoodText(row.questions, 'questions', isPrintable)
  const usual = w.isForeign ? USUAL : undefined
  const kindNamed = () =>
    w.kinds.find(({ name }) => titleKey(name) === titleKey(row.event_kind ?? ''))?.id
  const body = {
    ...row,
    format: row.format ?? 'plain',
    ...(row.kind === 'event' && {
      event_scope: row.event_scope ?? before?.event_scope ?? usual?.event_scope,
      event_type: row.event_type ?? before?.event_type ?? usual?.event_type,
      location: row.location === undefined ? before?.location : row.location,
      event_kind_id: (row.event_kind === undefined ? before?.event_kind_id : kindNamed()) ?? null,
      access: (row.access === undefined ? before?.access : row.access) ?? null,
    }),
  }
  const texts = columnsOf(body)
  const registration = registrationColumns(body, before ?? null)
  if (before !== undefined && registration.seats === null) assertMayCloseRegistration(w, before)
  return {
    kind: row.kind,
    ...NO_EVENT,
    ...texts,
    ...registration,
    ...publicationColumns(w, row, before),
    ...translationColumnsOfFile(row, before),
    ...seriesColumns(w.seriesIds, row, before),
    ...programmeOfFile(row, before),
    updated_at: w.now,
    sequence: before === undefined ? 0 : Math.min(before.sequence + 1, ID_MAX),
  }
}

function seriesColumns(
  ids: ReadonlyMap<string, number>,
  { series }: TransferContent,
  before: ContentRow | undefined,
) {
  const { series_id = null, part_id = null, planned_at = null, is_own = 0 } = before ?? {}
  if (series === undefined) return { series_id, part_id, planned_at, is_own }
  const id = ids.get(series.key) ?? null
  const own = series.is_own ? 1 : 0
  return {
    ...{ series_id: series_id ?? ids.get(series.first ?? '') ?? id, part_id: id },
    ...{ planned_at: millis(series.planned_at), is_own: own },
  }
}

/* Programmes of events: leaders are people, and stay out of files. */

/** Columns of an event with slots, or of a table. @throws Refusal */
function programmeOfFile(row: TransferContent, before: ContentRow | undefined) {
  const { slots, takes_offers, slot, table, parent } = row
  const isTable = parent !== undefined || before?.parent_id != null
  if (isTable && row.kind === 'news') throw deskErrors.unwanted('parent')
  for (const field of ['slot', 'table'] as const)
    if (!isTable && row[field] != null) throw deskErrors.unwanted(field)
  if (isTable && (slots ?? []).length > 0) throw deskErrors.unwanted('slots')
  if (isTable && table == null && before?.table_facts == null) throw deskErrors.required('table')
  const event = { starts_at: millis(row.starts_at) ?? 0, ends_at: millis(row.ends_at) ?? 0 }
  const all = slots ?? slotsOf({ slots: before?.slots ?? null })
  return {
    slots: slotsColumn({ slots: all }, event, { before: null, zone: 'UTC' }),
    takes_offers: takes_offers === undefined ? (before?.takes_offers ?? 0) : Number(takes_offers),
    slot: (slot === undefined ? before?.slot : slot) ?? null,
    table_facts: table ? JSON.stringify(table) : (before?.table_facts ?? null),
  }
}

/** Leads tables to their events, once both have their ids, and gives them the times of their slots. */
async function placeTables(
  w: Writing,
  rows: readonly FileRow<TransferContent>[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const checked = async (path: string, check: () => Promise<void>) => {
    const refused = await refusalIn(check)
    if (refused !== null) w.reader.complain(path, refused.sentence)
  }
  const places = new Map(rows.map(({ row, path }) => [ids.get(row.key), `${path}.slots`]))
  for (const { row, path } of rows) {
    const id = ids.get(row.key)
    if (row.parent === undefined || id === undefined) continue
    const key = row.parent
    const event = await w.db
      .selectFrom('contents')
      .select(['id', 'slots', 'parent_id', 'cancelled_at'])
      .where('transfer_key', '=', key)
      .executeTakeFirst()
    const hasSlot = (found: Pick<ContentRow, 'slots'>) =>
      found.slots !== null &&
      (row.slot == null || slotsOf(found).some((slot) => slot.id === row.slot))
    if (event === undefined)
      w.reader.complain(`${path}.parent`, said('transfer.no_such_key', { key }))
    else if (event.parent_id !== null || !hasSlot(event))
      w.reader.complain(`${path}.slot`, said('desk.state.no_slots'))
    else {
      const { cancelled_at } = event
      const off = cancelled_at !== null && row.cancelled_at == null && { cancelled_at }
      const table = await updateRow(w.db, 'contents', id, { parent_id: event.id, ...off })
      if (!places.has(event.id)) places.set(event.id, `${path}.slot`)
      if (table.publish_at !== null && table.cancelled_at === null)
        await checked(`${path}.slot`, () => assertPlaced(w, table, false))
    }
  }
  w.reader.assertGood()
  for (const id of await listParents(w)) {
    const path = places.get(id)
    if (path !== undefined)
      await checked(path, async () => {
        await assertRoomForTables(w, id, 0)
        await moveTables(w, id, (table) => w.noteChange?.('contents', table.id, table))
      })
  }
  w.reader.assertGood()
}

/** Fields of the programme of events and of their tables. */
function programmeFields(rows: readonly ContentRow[]) {
  const keys = new Map(rows.map(({ id, transfer_key }) => [id, transfer_key]))
  return (row: ContentRow) => ({
    ...(row.slots !== null && { slots: slotsOf(row), takes_offers: row.takes_offers === 1 }),
    ...(row.parent_id !== null && {
      parent: keys.get(row.parent_id),
      slot: row.slot,
      table: tableFactsOf(row),
    }),
  })
}

async function exportContents(w: HasDb) {
  await addMissingKeys(w, 'contents')
  const rows = await listRows(w.db, 'contents')
  const kindOf = await kindsOf(w)
  const byKey = keyedLinks(rows, articlePath)
  const seriesOf = await seriesFields(w, rows)
  const programmeOf = programmeFields(rows)
  return {
    format: 'discordia-contents',
    version: 1,
    entries: rows.map((row) => ({
      key: row.transfer_key,
      kind: row.kind,
      title: row.title,
      short_description: row.short_description,
      description: byKey.text(row.description),
      ...(row.format !== 'plain' && { format: row.format }),
      ...translationFieldsOfFile(row),
      ...(row.kind === 'event' && {
        starts_at: iso(row.starts_at),
        ends_at: iso(row.ends_at),
        location: row.location,
        event_scope: row.event_scope,
        event_type: row.event_type,
        event_kind: kindOf(row)?.name ?? null,
        access: row.access,
        ...registrationOf(row),
        ...seriesOf(row),
        ...programmeOf(row),
      }),
      published_at: iso(row.publish_at),
      ...(row.unpublished_at !== null && { unpublished_at: iso(row.unpublished_at) }),
      ...(row.cancelled_at !== null && { cancelled_at: iso(row.cancelled_at) }),
    })),
  }
}

const registrationOf = (row: ContentRow) =>
  row.seats === null
    ? { seats: null }
    : {
        seats: row.seats,
        waiting_max: row.waiting_max,
        registration_closes_at: iso(row.registration_closes_at),
        confirm_hours: row.confirm_hours,
        companions_max: row.companions_max,
        companion_names: row.companion_names === 1,
        guests: row.guests === 1,
        ...(row.questions !== null && { questions: questionsOf(row) }),
      }

/** Withdrawn and cancelled articles go without the time of their publication: elsewhere they are drafts. */
const recordOf = (row: TransferContent): SourceRecord => ({
  key: row.key,
  title: row.title,
  kind: { key: row.kind, name: row.kind },
  part: null,
  ...exportedFields({ format: row.format, language: row.language }),
  state: null,
  rejection_reason: null,
  description: row.description,
  sections: [],
  fields: filled({
    summary: row.short_description,
    published: row.unpublished_at || row.cancelled_at ? null : row.published_at,
    starts: row.starts_at,
    ends: row.ends_at,
    location: row.location,
    scope: row.event_scope,
    attendance: row.event_type,
    seats: row.seats,
    waiting_max: row.waiting_max,
    registration_closes_at: row.registration_closes_at,
    confirm_hours: row.confirm_hours,
    event_kind: row.event_kind,
    how_to_get_in: row.access,
    companions_max: row.companions_max,
    companion_names: row.companion_names ? 1 : null,
    guests: row.guests ? 1 : null,
    questions: row.questions && JSON.stringify(row.questions),
    series: row.series && JSON.stringify(row.series),
    slots: row.slots && JSON.stringify(row.slots),
    takes_offers: row.takes_offers ? 1 : null,
    parent: row.parent,
    slot: row.slot,
    table: row.table && JSON.stringify(row.table),
  }),
})

const filled = (
  values: Readonly<Record<string, string | number | null | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value == null || value === '' ? [] : [[name, String(value)]],
    ),
  )
