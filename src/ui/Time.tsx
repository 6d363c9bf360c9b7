export type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  locale?: string
  className?: string
}

/** A date with a four-digit year, in UTC; renders nothing for an invalid value. */
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
