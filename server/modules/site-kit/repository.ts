import type { Selectable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { KIT_STATES_MAX, type SiteKit } from '#contract/siteKit.ts'
import type { DB, HasDb } from '../../db/rows.ts'
import { type PersonalData, rowsOf } from '../../work/personalData.ts'

export type KitRow = Selectable<DB['site_kits']>

export const valueIn = ({ value }: { readonly value: string }): SiteKit =>
  JSON.parse(value) as SiteKit

/** The kit in use; undefined while nothing has been set. */
export const findCurrent = (w: HasDb): Promise<KitRow | undefined> =>
  w.db.selectFrom('site_kits').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Values that can be restored, newest first, with the names of their makers. */
export const listStates = (w: HasDb) =>
  w.db
    .selectFrom('site_kits')
    .leftJoin('users', 'users.id', 'site_kits.made_by')
    .select([
      'site_kits.id',
      'site_kits.value',
      'site_kits.source',
      'site_kits.made_at',
      'users.username',
    ])
    .orderBy('site_kits.id', 'desc')
    .limit(KIT_STATES_MAX)
    .execute()

export type Icons = Readonly<Record<string, string>>

export const iconsIn = ({ icons }: Pick<KitRow, 'icons'>): Icons => JSON.parse(icons) as Icons

type NewKit = {
  readonly value: SiteKit
  readonly icons: Icons
  readonly source: KitRow['source']
  /** JSON; see the column. */
  readonly folder?: string
  readonly made_by: MemberId | null
}

/** Puts a value into use and deletes those that are too old to be restored. @returns its id */
export async function insertKit(w: HasDb, kit: NewKit, made_at: number): Promise<number> {
  const { id } = await w.db
    .insertInto('site_kits')
    .values({
      folder: (await findCurrent(w))?.folder ?? null,
      ...kit,
      value: JSON.stringify(kit.value),
      icons: JSON.stringify(kit.icons),
      made_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = await w.db
    .selectFrom('site_kits')
    .select('id')
    .orderBy('id', 'desc')
    .offset(KIT_STATES_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined) await w.db.deleteFrom('site_kits').where('id', '<', oldest.id).execute()
  return id
}

/** The draft of all superusers, with the name of who has changed it last. */
export const findDraft = (w: HasDb) =>
  w.db
    .selectFrom('site_kit_drafts')
    .innerJoin('users', 'users.id', 'site_kit_drafts.user_id')
    .selectAll('site_kit_drafts')
    .select('users.username')
    .orderBy('site_kit_drafts.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewDraft = {
  readonly user_id: MemberId
  readonly base_id: number
  readonly value: SiteKit
  readonly updated_at: number
}

/** Puts a draft in the place of any other; null for none. */
export async function replaceDraft(w: HasDb, draft: NewDraft | null): Promise<void> {
  await w.db.deleteFrom('site_kit_drafts').execute()
  if (draft === null) return
  const values = { ...draft, value: JSON.stringify(draft.value) }
  await w.db.insertInto('site_kit_drafts').values(values).execute()
}

export const insertFiles = (w: HasDb, keys: readonly string[], made_at: number) =>
  w.db
    .insertInto('site_kit_files')
    .values(keys.map((file_key) => ({ file_key, made_at })))
    .execute()

/** Files from before a time that neither a value nor a draft names. */
export async function listUnnamedFiles(w: HasDb, before: number): Promise<string[]> {
  const files = await w.db
    .selectFrom('site_kit_files')
    .select('file_key')
    .where('made_at', '<', before)
    .execute()
  if (files.length === 0) return []
  const rows = [
    ...(await w.db.selectFrom('site_kits').select(['value', 'icons']).execute()),
    ...(await w.db.selectFrom('site_kit_drafts').select('value').execute()),
  ]
  const named = new Set(rows.flatMap((row) => Object.values(row).flatMap(digitsIn)))
  return files
    .map(({ file_key }) => file_key)
    .filter((key) => !digitsIn(key).some((digits) => named.has(digits)))
}

/** Whether every file that a value names is still there: a draft, or an old state, may outlive its pictures. */
export async function hasAllFiles(w: HasDb, value: SiteKit): Promise<boolean> {
  const named = new Set(digitsIn(JSON.stringify(value)))
  if (named.size === 0) return true
  const files = await w.db.selectFrom('site_kit_files').select('file_key').execute()
  const there = new Set(files.flatMap(({ file_key }) => digitsIn(file_key)))
  return [...named].every((digits) => there.has(digits))
}

/** The random parts of keys; all sizes of a picture share one. */
const digitsIn = (text: string): readonly string[] => text.match(/[0-9a-f]{32}/g) ?? []

export const deleteFiles = (w: HasDb, keys: readonly string[]) =>
  w.db
    .deleteFrom('site_kit_files')
    .where('file_key', 'in', [...keys])
    .execute()

/** Values of the kit stay without the name of their maker; drafts go with the account. */
export const siteKitData: PersonalData = {
  tables: {
    site_kits: { rows: rowsOf('made_by') },
    site_kit_drafts: {
      rows: rowsOf('user_id'),
      order: ['user_id'],
    },
  },
}
