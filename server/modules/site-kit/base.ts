import { createHash } from 'node:crypto'
import { languageFolders } from '../../config/locales.ts'
import { hasRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { starterTexts } from '../../db/seed/languages.ts'
import { type KitBase, PRODUCT } from '../../text/kit.ts'
import { textsIn } from '../../text/languages.ts'
import './tables.ts'

let starter: KitBase | undefined

/** What lies below all that the community has set. */
export async function findBase(db: Db): Promise<KitBase> {
  if (!(await hasRow(db, 'site_kit_bases', { name: 'starter' }))) return PRODUCT
  starter ??= starterBase()
  return starter
}

/** The words in every language, also in one that the site is served in later. */
function starterBase(): KitBase {
  const texts = languageFolders().flatMap((language) =>
    // Names of docs/site.md, without the language before them.
    Object.entries(starterTexts('texts', language)).map(
      ([name, text]) => [`${language}/${name}`, text] as const,
    ),
  )
  return { texts: Object.fromEntries(texts), hasBook: false }
}

const digests = new WeakMap<KitBase, string>()

/** Also changes with the texts that are not the community's: browsers keep files of one stamp for ever. */
function stampOf(id: number, base: KitBase): string {
  const all = digests.get(base) ?? digestOf([base, ...languageFolders().map(textsIn)])
  digests.set(base, all)
  return `${id}-${all}`
}

const digestOf = (texts: readonly object[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)

type Row = { readonly id: number; readonly is_empty: boolean }

/** The stamp of a kit (server/text/kit.ts). */
export const stampIn = (row: Row | undefined, base: KitBase): string | null =>
  row === undefined || (row.is_empty && base === PRODUCT) ? null : stampOf(row.id, base)

/** The stamp of the kit in use, without its value. */
export async function findStamp(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('site_kits')
    .select(['id', (eb) => eb('value', '=', '{}').as('is_empty')])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return stampIn(row && { id: row.id, is_empty: Boolean(row.is_empty) }, await findBase(db))
}
