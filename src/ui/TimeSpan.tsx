import { readerTimeRange } from '#src/platform/timeZone.ts'

export type TimeSpanProps = {
  /** ISO dates, or dates and times. */
  start: string | null | undefined
  /** Optional: without it only the start is shown. */
  end?: string | null | undefined
  className?: string
}

/** A time range in the reader's time zone; renders nothing for an invalid start. */
export function TimeSpan({ start, end, className }: TimeSpanProps) {
  const range = readerTimeRange(start, end)
  if (range === null) return null
  return (
    <time dateTime={start ?? undefined} className={className}>
      {range}
    </time>
  )
}
