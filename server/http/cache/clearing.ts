import { publishMessage } from '../../db/messages.ts'
import type { HasDb } from '../../db/rows.ts'
import type { Message } from '../../db/sqliteDriver.ts'
import type { Deps } from '../deps.ts'
import { AREAS, type Area } from './responseCache.ts'

const TOPIC = 'cleared'

/** Publishes the areas in the transaction of a write: the other processes invalidate them when it commits. */
export async function publishCleared(w: HasDb, areas: readonly Area[]): Promise<void> {
  if (areas.length > 0) await publishMessage(w.db, { topic: TOPIC, data: areas })
}

type Caches = Pick<Deps, 'responseCache' | 'publicReads'>

/** Invalidates areas in the writing process after the commit: its next read sees the write. */
export function clearAreas({ responseCache, publicReads }: Caches, areas: readonly Area[]): void {
  if (areas.length > 0) publicReads.distrust()
  for (const area of areas) responseCache.clear(area)
}

/** Invalidates areas that another process has published. Areas of a newer version are ignored. */
export function clearPublished(caches: Caches, { topic, data }: Message): void {
  if (topic !== TOPIC || !Array.isArray(data)) return
  clearAreas(
    caches,
    AREAS.filter((area) => data.includes(area)),
  )
}

/** Published with a change of the kit of the site. */
export const KIT_TOPIC = 'kit'

/** Reads the kit and then invalidates everything that was made with the last one. */
export async function takeNewKit(deps: Caches & Pick<Deps, 'kit'>): Promise<void> {
  await deps.kit.reload()
  clearEverything(deps)
}

/** Called after a gap, in which messages may have been lost. */
export const clearEverything = (caches: Caches): void => clearAreas(caches, AREAS)
