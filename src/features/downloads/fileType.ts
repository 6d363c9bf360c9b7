import type { DownloadFile } from '#contract/schemas/content.ts'

/** Longer endings are no common file type. Characters. */
const ENDING_MAX = 5

export function fileType({
  download_file_name: fileName,
  media_type,
}: Pick<DownloadFile, 'download_file_name' | 'media_type'>): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(String(fileName))?.[1]
  const subtype = typeof media_type === 'string' ? media_type.split(/[/;]/)[1] : undefined
  const type = [ending, subtype?.trim()].find(
    (name) => name && name.length <= ENDING_MAX && /^[a-z0-9]+$/i.test(name),
  )
  return type?.toUpperCase() ?? null
}
