import { defaultTexts } from '../../text/kit.ts'
import { hasRow } from '../rows.ts'
import type { Db } from '../schema.ts'

/**
 * Puts texts of the site in other words, unless something about the site has been set before.
 * @param own texts of the site in this language, by the names of docs/site.md
 */
export async function seedTexts(
  tx: Db,
  own: Readonly<Record<string, string>>,
  language: string,
  made_at: number,
): Promise<void> {
  if (await hasRow(tx, 'site_kits', {})) return
  const defaults = new Map(defaultTexts('translation'))
  const texts = Object.fromEntries(
    Object.entries(own).map(([name, text]) => {
      const id = `${language}/${name}`
      return [id, { text, was: defaults.get(id) }]
    }),
  )
  const kit = { value: JSON.stringify({ texts }), icons: '{}', source: 'starter', made_at } as const
  await tx.insertInto('site_kits').values(kit).execute()
}
