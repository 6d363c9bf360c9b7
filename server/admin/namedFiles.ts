import { cellsOf, type Line, type Table } from '../db/copy/tables.ts'
import { type FileKey, isOwnKey, publicKey } from '../files/fileStore.ts'

/** The first match in the JSON of a picture is the key of the picture itself. */
const PICTURE_KEY = /"key":"([^"]*)"/

/** Table of files that no other row names. */
const UNNAMED = 'loose_files'

/**
 * Makes a function that reads the keys of the files that a row names: columns `picture` and `..._key`. Smaller
 * variants of pictures are not among them: they are rendered at their next request.
 */
export function makeKeysOf({ name: table, columns }: Table): (line: Line) => FileKey[] {
  if (table === UNNAMED) return () => []
  const places = columns.flatMap(({ name }, place) =>
    name === 'picture' || name.endsWith('_key') ? [{ place, isPicture: name === 'picture' }] : [],
  )
  if (places.length === 0) return () => []
  return (line) => {
    const cells = cellsOf(line)
    return places.flatMap(({ place, isPicture }) => {
      const cell = cells[place] ?? ''
      return keyOf(isPicture ? (PICTURE_KEY.exec(cell)?.[1] ?? '') : cell) ?? []
    })
  }
}

/** Some columns hold the whole key, others the name of a public file. */
const keyOf = (cell: string): FileKey | null => (isOwnKey(cell) ? cell : publicKey(cell))
