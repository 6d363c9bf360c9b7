import { hasRow } from '../rows.ts'
import type { Db } from '../schema.ts'

/**
 * Puts the words of the starter below all that the community sets, in place of those of the demonstration.
 * @returns false where they are there already
 */
export async function putStarterBelow(tx: Db, made_at: number): Promise<boolean> {
  if (await hasRow(tx, 'site_kit_bases', { name: 'starter' })) return false
  await tx.insertInto('site_kit_bases').values({ name: 'starter', made_at }).execute()
  if (!(await hasRow(tx, 'site_kits', {}))) {
    const kit = { value: '{}', icons: '{}', source: 'starter', made_at } as const
    await tx.insertInto('site_kits').values(kit).execute()
  }
  return true
}
