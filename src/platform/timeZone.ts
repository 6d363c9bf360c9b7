/** IANA name of the reader's time zone. Events are shown in it, everything else in UTC. */
export const readerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
