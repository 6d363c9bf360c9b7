/** IANA name of the reader's own time zone. Events are told in it; everything else is told in UTC. */
export const readerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
