import { claimFile, type LooseFile } from '../../db/looseFiles.ts'
import type { Db } from '../../db/schema.ts'

/** The file that a row has no more. @param before undefined for a row that was added */
export function replacedFile(before: object | undefined, now: object): string | null {
  const key = before === undefined ? null : fileIn(before)
  return key === fileIn(now) ? null : key
}

/**
 * Gives the file of before back to a row.
 * @param before null for a row that is gone now
 * @returns the file that the import has brought
 */
export async function restoreFile(
  tx: Db,
  row: object,
  before: object | null,
): Promise<LooseFile[]> {
  const key = fileIn(row)
  const old = before && fileIn(before)
  if (key === null || key === old) return []
  if (old !== null) await claimFile(tx, old)
  return [{ key, picture: null }]
}

/** Null for a row of a table without files. */
const fileIn = (row: object): string | null => (row as { file_key?: string }).file_key ?? null
