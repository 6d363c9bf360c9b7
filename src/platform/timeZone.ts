let last = { named: '', zone: 'UTC' }

/**
 * IANA name of the reader's time zone. Events are shown in it, everything else in UTC. UTC, too, where the browser names
 * none (`Etc/Unknown`, an empty name) or an offset alone, which no calendar and no server takes for a zone.
 */
export function readerTimeZone(): string {
  const named = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (last.named !== named) last = { named, zone: isZone(named) ? named : 'UTC' }
  return last.zone
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
