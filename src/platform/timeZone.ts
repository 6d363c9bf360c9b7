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

/** IANA names that the browser knows, the reader's among them. */
export const timeZones = (): string[] => {
  const named = [...Intl.supportedValuesOf('timeZone'), readerTimeZone(), 'UTC']
  return [...new Set(named)].toSorted()
}

export function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
