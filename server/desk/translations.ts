import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { TextFormat } from '#contract/sets.ts'
import { type DB, findRow, type HasDb, lockRow, updateRow } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import type { DeskWork } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

/* Languages, formats and other names of texts, and translations of one another: the same columns in several tables. */

export type TranslatedTable = 'contents' | 'rule_entries'
type Row = Pick<Selectable<DB[TranslatedTable]>, 'id' | 'kind' | 'language' | 'translation_group'>
type Grouped = { readonly id: number; readonly translation_group: string | null }
type Translation = Grouped & Pick<Row, 'language'>
type Body = {
  readonly kind: Row['kind']
  readonly language?: string | null
  readonly translation_of?: number | null
}

export const aliasesIn = (json: string): string[] => JSON.parse(json) as string[]

type TextFields = Pick<Body, 'language'> & {
  readonly format?: TextFormat | undefined
  readonly aliases?: readonly string[] | undefined
}

/** Columns of the language, the format and the other names of a text; absent fields keep their values. */
export const textColumns = ({ language, format, aliases }: TextFields) => ({
  ...(language !== undefined && { language }),
  ...(format !== undefined && { format }),
  ...(aliases !== undefined && {
    aliases: JSON.stringify([...new Set(aliases.map((alias) => alias.trim()))]),
  }),
})

/** The inverse for a file, in which a text is plain and has no other names by default. */
export function textFieldsOfFile(row: { readonly format: TextFormat; readonly aliases: string }) {
  const aliases = aliasesIn(row.aliases)
  return {
    ...(row.format !== 'plain' && { format: row.format }),
    ...(aliases.length > 0 && { aliases }),
  }
}

type FileRow = { readonly language?: string | null; readonly translation?: string | null }

/** Column of a row of a file; absent fields keep their values. */
export const languageColumnOfFile = (
  { language }: FileRow,
  before: Pick<Row, 'language'> | undefined,
) => ({ language: language === undefined ? (before?.language ?? null) : language })

export const translationColumnsOfFile = (
  row: FileRow,
  before: Pick<Row, 'language' | 'translation_group'> | undefined,
) => ({
  ...languageColumnOfFile(row, before),
  translation_group:
    row.translation === undefined ? (before?.translation_group ?? null) : row.translation,
})

export const translationFieldsOfFile = (row: Pick<Row, 'language' | 'translation_group'>) => ({
  ...languageField(row),
  ...(row.translation_group !== null && { translation: row.translation_group }),
})

export const languageField = ({ language }: Pick<Row, 'language'>) => ({
  ...(language !== null && { language }),
})

export async function listTranslations(
  w: HasDb,
  table: TranslatedTable,
  rows: readonly Grouped[],
): Promise<(row: Grouped) => readonly Translation[]> {
  const groups = rows.flatMap(({ translation_group: group }) => (group === null ? [] : [group]))
  const found =
    groups.length === 0
      ? []
      : await w.db
          .selectFrom(table)
          .select(['id', 'language', 'translation_group'])
          .where(isOneOf(w.db, 'translation_group', groups))
          .orderBy('id')
          .execute()
  const byGroup = Map.groupBy<string | null, Translation>(
    found,
    ({ translation_group }) => translation_group,
  )
  return ({ id, translation_group }) =>
    (byGroup.get(translation_group) ?? []).filter((one) => one.id !== id)
}

type Changed = {
  readonly table: TranslatedTable
  /** Null for a new record. */
  readonly before: Row | null
}

/** Language and translations of a record as columns. @throws Refusal */
export async function translationColumns(
  w: Pick<DeskWork, 'db' | 'settings'>,
  { table, before }: Changed,
  body: Body,
): Promise<Pick<Row, 'language' | 'translation_group'>> {
  const language = body.language === undefined ? (before?.language ?? null) : body.language
  const translation_group = await groupOf(w, { table, before }, body)
  const own = { id: before?.id ?? 0, translation_group }
  const others = (await listTranslations(w, table, [own]))(own)
  const main = mainLanguage(w.settings)
  const isTaken = others.some((one) => (one.language ?? main) === (language ?? main))
  if (isTaken)
    throw deskErrors.wrongState(
      'language_taken',
      translation_group === before?.translation_group ? 'language' : 'translation_of',
    )
  return { language, translation_group }
}

/** The group of a record; the record that it translates joins a new one if it has none. */
async function groupOf(
  w: HasDb,
  { table, before }: Changed,
  { kind, translation_of: of }: Body,
): Promise<string | null> {
  const present = before?.translation_group ?? null
  if (of === undefined) return present
  if (of === null) return null
  const found = await findRow(w.db, table, of)
  if (found === undefined) throw deskErrors.required('translation_of')
  if (of === before?.id || found.kind !== kind)
    throw deskErrors.wrongState('no_translation', 'translation_of')
  if (present !== null && found.translation_group === present) return present
  const target = await lockRow(w.db, table, of)
  if (target === undefined) throw deskErrors.required('translation_of')
  if (target.translation_group !== null) return target.translation_group
  const translation_group = randomUUID()
  await updateRow(w.db, table, of, { translation_group })
  return translation_group
}
