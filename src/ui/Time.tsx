export type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  locale?: string
  className?: string
}

/** A day with a four-digit year, the same for every reader; nothing at all for a value that is no date. */
export function Time({ value, locale = 'en-GB', className }: TimeProps) {
  const date = new Date(value ?? Number.NaN)
  if (!value || Number.isNaN(date.getTime())) return null
  const words = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <time dateTime={value} className={className}>
      {words.format(date)}
    </time>
  )
}
