import { decodedName, entryUrl } from './sources/lightWords.ts'

/*
 * Links between the entries of a file. Ids are another site's, or not made yet, so files name an entry by its key:
 * `[Salt](entry:salt)`.
 */

const LINK = /\]\(entry:([^()\s]+)\)/g

/** Keys of the entries to which a text of a file has links. */
export const linkedKeys = (text: string): string[] =>
  Array.from(text.matchAll(LINK), ([, address = '']) => decodedName(address))

/** The text with paths of the site. @param pathOf undefined for a key that is unknown: the link stays as it is */
export const withPaths = (text: string, pathOf: (key: string) => string | undefined): string =>
  text.replace(LINK, (link, address: string) => {
    const path = pathOf(decodedName(address))
    return path === undefined ? link : `](${path})`
  })

/** Matches links to the entries of a path, with the id. @param pathOf the path of an entry */
export function linksTo(pathOf: (id: number) => string): RegExp {
  const start = pathOf(0).slice(0, -1)
  return new RegExp(`\\]\\(${start.replace(/[.?]/g, String.raw`\$&`)}(\\d+)\\)`, 'g')
}

/** The inverse of `withPaths`. */
export const withKeys = (
  text: string,
  pathOf: (id: number) => string,
  keyOf: (id: number) => string | undefined,
): string =>
  text.replace(linksTo(pathOf), (link, id: string) => {
    const key = keyOf(Number(id))
    return key === undefined ? link : `](${entryUrl(key)})`
  })
