import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_ALARMS, FEED_NAME_MAX, FEEDS_MAX, type NewFeed } from '#contract/calendar.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { calendarApi } from '#src/store/calendar/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SecretsPanel } from '../secrets/SecretsPanel.tsx'

type Alarm = (typeof FEED_ALARMS)[number]
const HINTS = ['google', 'apple', 'outlook', 'other'] as const

/** Private links to the member's calendar. */
export function FeedsPanel() {
  const result = calendarApi.useListFeedsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [create] = calendarApi.useCreateFeedMutation()
  const [revoke] = calendarApi.useRevokeFeedMutation()
  const [alarm, setAlarm] = useState<Alarm | null>(null)
  const { t } = useTranslation()
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
      {(feeds) => (
        <SecretsPanel<NewFeed>
          kind="calendar"
          secrets={feeds}
          max={FEEDS_MAX}
          nameMax={FEED_NAME_MAX}
          icon="calendar"
          onMake={(name) => create({ name, ...(alarm !== null && { alarm }) })}
          onEnd={revoke}
          secretOf={({ url }) => url}
          hints={({ url }) => <Hints url={url} />}
          fields={
            <Select
              label={t('calendar.alarm')}
              value={alarm}
              options={[
                { value: null, label: t('calendar.no_alarm') },
                ...FEED_ALARMS.map((value) => ({ value, label: t(`calendar.alarms.${value}`) })),
              ]}
              onChange={setAlarm}
              className="w-full sm:max-w-md"
            />
          }
        />
      )}
    </LoadState>
  )
}

function Hints({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="font-sans text-ui">
        <p id="calendar-hints" className="font-medium">
          {t('calendar.hints')}
        </p>
        <ul aria-labelledby="calendar-hints" className="mt-1 divide-y divide-line">
          {HINTS.map((hint) => (
            <li key={hint} className="py-2">
              {t(`calendar.hint_${hint}`)}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-sm text-ink-soft">{t('calendar.delay')}</p>
      </div>
      {safeUrl(url) !== null && (
        <a
          href={url.replace(/^https?:/i, 'webcal:')}
          className="inline-flex min-h-tap items-center self-start font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
        >
          {t('calendar.open')}
        </a>
      )}
    </>
  )
}
