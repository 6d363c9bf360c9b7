import { timeRange } from '#contract/timeRange.ts'

/** IANA name of the reader's time zone. Events are shown in it, everything else in UTC. */
const readerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** In the reader's time zone; null for an invalid start. */
export const readerTimeRange = (
  start: string | null | undefined,
  end: string | null | undefined,
): string | null => timeRange(start, end, readerTimeZone())
