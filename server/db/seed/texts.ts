import type { SiteKit } from '#contract/schemas/siteKit.ts'
import { DEFAULT_TEXTS } from '../../text/kit.ts'
import { hasRow } from '../rows.ts'
import type { Db } from '../schema.ts'

type Texts = { readonly [name: string]: string | Texts }

/** Puts texts of the site in other words, unless something about the site has been set before. */
export async function seedTexts(tx: Db, own: Texts, made_at: number): Promise<void> {
  if (await hasRow(tx, 'site_kits', {})) return
  const texts = Object.fromEntries(replaced(own, DEFAULT_TEXTS.translation, 'en/translation', '/'))
  const kit = { value: JSON.stringify({ texts }), icons: '{}', source: 'starter', made_at } as const
  await tx.insertInto('site_kits').values(kit).execute()
}

type Replaced = [id: string, NonNullable<SiteKit['texts']>[string]]

function replaced(own: Texts, defaults: Texts, path: string, separator: string): Replaced[] {
  return Object.entries(own).flatMap(([name, text]): Replaced[] => {
    const [id, was] = [`${path}${separator}${name}`, defaults[name]]
    if (typeof text === 'string' && typeof was === 'string') return [[id, { text, was }]]
    if (typeof text === 'string' || typeof was !== 'object') throw new Error(`There is no ${id}`)
    return replaced(text, was, id, '.')
  })
}
