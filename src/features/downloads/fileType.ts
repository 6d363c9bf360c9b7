import type { DownloadFile } from '#contract/schemas/content.ts'

/** Longer endings are no type that somebody would know. Characters. */
const ENDING_MAX = 5

/** What people call the type of a file, such as "PDF": by the ending of its name, else by what the server says. */
export function fileType({
  download_file_name: name,
  media_type,
}: Pick<DownloadFile, 'download_file_name' | 'media_type'>): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(String(name))?.[1]
  const said = typeof media_type === 'string' ? media_type.split(/[/;]/)[1] : undefined
  const type = [ending, said?.trim()].find(
    (one) => one && one.length <= ENDING_MAX && /^[a-z0-9]+$/i.test(one),
  )
  return type?.toUpperCase() ?? null
}
