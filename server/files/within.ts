import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'

/** A relative path of any system without hidden parts, which those that lead upwards are, too. */
export const isPlainPath = (path: unknown): path is string =>
  typeof path === 'string' &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names of files may have them
  !/^[a-z]:|[\0-\x1f]/i.test(path) &&
  path.split(/[\\/]/).every((part) => part !== '' && !part.startsWith('.'))

/** False also for a link that leads out of the folder. Both exist. */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const [root, place] = [await realpath(folder), await realpath(path)]
  return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)
}
