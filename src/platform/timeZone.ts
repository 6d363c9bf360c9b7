import { timeRange } from '#contract/timeRange.ts'

/** IANA name of the reader's own time zone. Events are told in it; everything else is told in UTC. */
export const readerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** From when to when, in the reader's own time. Null for a start that is no date. */
export const readerTimeRange = (
  start: string | null | undefined,
  end: string | null | undefined,
): string | null => timeRange(start, end, readerTimeZone())
