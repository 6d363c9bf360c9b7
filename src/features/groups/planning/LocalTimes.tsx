import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/planning.ts'
import { listed } from '#src/platform/inLanguage.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { localTimesOf } from './localTime.ts'

type Props = {
  /** ISO 8601. */
  start: string
  members: Plan['zones']
}

/** The start on the clocks of members in other time zones. */
export function LocalTimes({ start, members = [] }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const times = localTimesOf(start, members, readerTimeZone(), language)
  if (times.length === 0) return null
  return (
    <span className="block text-sm text-ink-soft wrap-anywhere">
      {times
        .map(({ time, names }) =>
          t('planning.local_time', { time, names: listed(names, language) }),
        )
        .join(', ')}
    </span>
  )
}
