import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'

/** False also for a link that leads out of the folder. Both exist. */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const [root, place] = [await realpath(folder), await realpath(path)]
  return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)
}
