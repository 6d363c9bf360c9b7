import { claimFile, type LooseFile, pictureFiles } from '../../db/looseFiles.ts'
import type { Db } from '../../db/schema.ts'

/** The file that a row has no more. @param before undefined for a row that was added */
export function replacedFile(before: object | undefined, now: object): string | null {
  const key = before === undefined ? null : fileIn(before)
  return key === fileIn(now) ? null : key
}

/**
 * Gives the file of before back to a row.
 * @param before null for a row that is gone now
 * @returns the files that the import has brought
 */
export async function restoreFiles(
  tx: Db,
  row: object,
  before: object | null,
): Promise<LooseFile[]> {
  const key = fileIn(row)
  const old = before && fileIn(before)
  if (old !== null && old !== key) await claimFile(tx, old)
  const known = new Set(before ? filesIn(before).map((file) => file.key) : [])
  return filesIn(row).filter((file) => !known.has(file.key))
}

const filesIn = (row: object): LooseFile[] => {
  const key = fileIn(row)
  const { picture = null } = row as { readonly picture?: string | null }
  return [...pictureFiles(picture), ...(key === null ? [] : [{ key, picture: null }])]
}

/** Null for a row of a table without files. */
const fileIn = (row: object): string | null => (row as { file_key?: string }).file_key ?? null
