export type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  /** Adds hours and minutes. */
  withTime?: boolean
  locale?: string
  /** UTC by default, so that the server and every reader see the same day. */
  timeZone?: string
  className?: string
}

/** A date with a four-digit year; nothing at all for a value that is no date. */
export function Time({
  value,
  withTime = false,
  locale = 'en-GB',
  timeZone = 'UTC',
  className,
}: TimeProps) {
  const date = new Date(value ?? Number.NaN)
  if (!value || Number.isNaN(date.getTime())) return null
  const words = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(withTime && { hour: '2-digit', minute: '2-digit' }),
    timeZone,
  })
  return (
    <time dateTime={value} className={className}>
      {words.format(date)}
    </time>
  )
}
