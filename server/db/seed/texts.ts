import { defaultTexts } from '../../text/kit.ts'
import { hasRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { starterTexts } from './languages.ts'

/** Puts texts of the site in other words, unless something about the site has been set before. */
export async function seedTexts(
  tx: Db,
  languages: readonly string[],
  made_at: number,
): Promise<void> {
  if (languages.length === 0 || (await hasRow(tx, 'site_kits', {}))) return
  const defaults = new Map(languages.flatMap((language) => defaultTexts('translation', language)))
  // Names of docs/site.md, without the language before them.
  const own = languages.flatMap((language) =>
    Object.entries(starterTexts('texts', language)).map(
      ([name, text]) => [`${language}/${name}`, text] as const,
    ),
  )
  const texts = Object.fromEntries(own.map(([id, text]) => [id, { text, was: defaults.get(id) }]))
  const kit = { value: JSON.stringify({ texts }), icons: '{}', source: 'starter', made_at } as const
  await tx.insertInto('site_kits').values(kit).execute()
}
