import type { Message } from '../../db/localMessages.ts'
import { tell } from '../../db/messages.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import { AREAS, type Area } from './responseCache.ts'

const TOPIC = 'cleared'

/** In the transaction of a write: the other processes invalidate these areas when it commits. */
export async function tellCleared(tx: Db, areas: readonly Area[]): Promise<void> {
  if (areas.length > 0) await tell(tx, { topic: TOPIC, data: areas })
}

type Caches = Pick<Deps, 'responseCache' | 'publicReads'>

/** After the commit of a write, in the process that made it: the next read sees it. */
export function clearAreas({ responseCache, publicReads }: Caches, areas: readonly Area[]): void {
  if (areas.length > 0) publicReads.distrust()
  for (const area of areas) responseCache.clear(area)
}

/** What a process does when another one has written. Areas of a newer version are unknown to it. */
export function clearAsTold(caches: Caches, { topic, data }: Message): void {
  if (topic !== TOPIC || !Array.isArray(data)) return
  clearAreas(
    caches,
    AREAS.filter((area) => data.includes(area)),
  )
}

/** Messages may have been missed. */
export const clearEverything = (caches: Caches): void => clearAreas(caches, AREAS)
