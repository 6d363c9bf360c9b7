import { readerTimeRange } from '#src/platform/timeZone.ts'

export type TimeSpanProps = {
  /** ISO dates, or dates and times. */
  start: string | null | undefined
  /** Without it, only the start is told. */
  end?: string | null | undefined
  className?: string
}

/** From when to when in the reader's time zone, which is named; nothing at all for a start that is no date. */
export function TimeSpan({ start, end, className }: TimeSpanProps) {
  const range = readerTimeRange(start, end)
  if (range === null) return null
  return (
    <time dateTime={start ?? undefined} className={className}>
      {range}
    </time>
  )
}
