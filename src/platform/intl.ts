/* What `Intl` writes in a language of the site; dates are in shared/timeRange.ts. */

/** "1.4 MB" */
export const quantity = (
  value: number,
  language: string,
  options: Omit<Intl.NumberFormatOptions, 'style'>,
): string => new Intl.NumberFormat(language, { style: 'unit', ...options }).format(value)

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in bytes, such as "1.4 MB", in steps of a thousand; null for anything but a size. */
export function fileSize(bytes: unknown, language: string): string | null {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return null
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  return quantity(bytes / 1000 ** step, language, {
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  })
}

/** Name of a language or a country; null for what is no code, or where the browser has no name. */
export function nameOf(type: 'language' | 'region', code: string, language: string): string | null {
  try {
    return new Intl.DisplayNames([language], { type, fallback: 'none' }).of(code) ?? null
  } catch {
    return null
  }
}

/** The name of a language in itself, such as `Deutsch`; what is no code stays as it is. */
export function ownName(language: string): string {
  const name = nameOf('language', language, language)
  return name === null ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export const sortedBy = <Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  language: string,
): Item[] => {
  const { compare } = new Intl.Collator(language)
  return items.toSorted((one, other) => compare(textOf(one), textOf(other)))
}

let last = { named: '', zone: 'UTC' }

/**
 * IANA name of the reader's time zone. Events are shown in it, everything else in UTC. UTC also if the browser names no
 * zone (`Etc/Unknown`, an empty name) or only an offset, which calendars and servers do not accept.
 */
export function readerTimeZone(): string {
  const named = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (last.named !== named) last = { named, zone: isZone(named) ? named : 'UTC' }
  return last.zone
}

export function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
