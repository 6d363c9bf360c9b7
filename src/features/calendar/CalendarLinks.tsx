import { useTranslation } from 'react-i18next'
import { useFeature } from '#src/store/account/useFeature.ts'
import { Late } from '#src/ui/Late.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'

const loadFeeds = async () =>
  (await import(/* webpackChunkName: "calendar-links" */ './FeedsPanel.tsx')).FeedsPanel

/** Private links to the member's calendar, as a row below the groups. */
export function CalendarLinks() {
  const { t } = useTranslation()
  if (!useFeature('calendar')) return null
  return (
    <div className="mt-8 border-y border-line">
      <SummaryRow
        name="calendar"
        level={3}
        title={t('calendar.title')}
        fact={null}
        hint={t('settings.manage')}
        lead={t('calendar.lead')}
      >
        <Late load={loadFeeds} />
      </SummaryRow>
    </div>
  )
}
