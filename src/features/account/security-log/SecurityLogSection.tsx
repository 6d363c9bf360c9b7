import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecurityEventRow } from '#contract/schemas/security.ts'
import { type MemberSecurityEvent, SECURITY_EVENTS } from '#contract/sets.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListSecurityEventsQuery } from '#src/store/account/security-log/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SettingsSection } from '#src/ui/SettingsSection.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'

/** Lines at first and per Show More. */
const PAGE = 10

const isKnown = (event: string): event is MemberSecurityEvent =>
  (SECURITY_EVENTS as readonly string[]).includes(event)

/** Security events of the account, in words. */
export function SecurityLogSection() {
  const { t } = useTranslation()
  const result = useListSecurityEventsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [count, setCount] = useState(PAGE)
  return (
    <SettingsSection title={t('security_log.title')} lead={t('security_log.lead')}>
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={3} />}>
        {(events) =>
          events.length === 0 ? (
            <p className="font-sans text-ui">{t('security_log.none')}</p>
          ) : (
            <>
              <ul
                tabIndex={-1}
                aria-label={t('security_log.title')}
                className="w-full max-w-2xl divide-y divide-line outline-none"
              >
                {events.slice(0, count).map((event) => (
                  <EventRow
                    key={`${event.at} ${event.event} ${event.browser} ${event.network}`}
                    event={event}
                  />
                ))}
              </ul>
              {events.length > count && (
                <ShowMore
                  label={t('security_log.show_more')}
                  onShowMore={() => setCount(count + PAGE)}
                />
              )}
            </>
          )
        }
      </LoadState>
    </SettingsSection>
  )
}

function EventRow({ event: { event, at, times, browser, network } }: { event: SecurityEventRow }) {
  const { t } = useTranslation()
  const name: string = event
  const place = [browser, network].filter((part) => part !== null).join(', ')
  return (
    <li className="py-3 font-sans">
      <p className="text-ui wrap-anywhere">
        <span>{isKnown(name) ? t(`security_log.events.${name}`) : name}</span>
        {times > 1 && <span>{` (${t('security_log.times', { count: times })})`}</span>}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        <TimeSpan start={at} />
        {place !== '' && <span>{`, ${place}`}</span>}
      </p>
    </li>
  )
}
