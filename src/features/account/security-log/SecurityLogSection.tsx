import { useTranslation } from 'react-i18next'
import type { SecurityEventRow } from '#contract/security.ts'
import { type MemberSecurityEvent, SECURITY_EVENTS } from '#contract/sets.ts'
import { useListSecurityEventsQuery } from '#src/store/account/security-log/api.ts'
import { FirstRows } from '#src/ui/ShowMore.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { SettingsRow } from '../SettingsRow.tsx'

const isKnown = (event: string): event is MemberSecurityEvent =>
  (SECURITY_EVENTS as readonly string[]).includes(event)

export function SecurityLogSection() {
  const { t } = useTranslation()
  const result = useListSecurityEventsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <SettingsRow
      name="activity"
      title={t('security_log.title')}
      fact={([last]) => (last ? <LastEvent event={last} /> : null)}
      hint={t('settings.show')}
      lead={t('security_log.lead')}
      result={result}
      bars={3}
      empty={<p className="font-sans text-ui">{t('security_log.none')}</p>}
    >
      {(events) => (
        <FirstRows
          label={t('security_log.title')}
          rows={events}
          showAll={t('settings.show_all', { count: events.length })}
        >
          {(event) => (
            <EventRow
              key={`${event.at} ${event.event} ${event.browser} ${event.network}`}
              event={event}
            />
          )}
        </FirstRows>
      )}
    </SettingsRow>
  )
}

type EventProps = { event: SecurityEventRow }

function EventName({ event: { event } }: EventProps) {
  const { t } = useTranslation()
  const name: string = event
  return <span>{isKnown(name) ? t(`security_log.events.${name}`) : name}</span>
}

function LastEvent({ event }: EventProps) {
  return (
    <>
      <EventName event={event} /> <Time value={event.at} />
    </>
  )
}

function EventRow({ event }: EventProps) {
  const { t } = useTranslation()
  const { at, times, browser, network } = event
  const place = [browser, network].filter((part) => part !== null).join(', ')
  return (
    <li className="py-3 font-sans">
      <p className="text-ui wrap-anywhere">
        <EventName event={event} />
        {times > 1 && <span>{` (${t('security_log.times', { count: times })})`}</span>}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        <TimeSpan start={at} />
        {place !== '' && <span>{`, ${place}`}</span>}
      </p>
    </li>
  )
}
