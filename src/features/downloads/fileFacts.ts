import type { DownloadFile } from '#contract/downloads.ts'
import { quantity } from '#src/platform/inLanguage.ts'

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

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Such as "1.4 MB", in steps of a thousand; null for anything but a size. */
export function fileSize(bytes: unknown, language: string): string | null {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return null
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return quantity(bytes / 1000 ** step, language, {
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  })
}
