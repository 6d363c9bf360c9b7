import { useTranslation } from 'react-i18next'
import { LinkButton } from '#src/ui/LinkButton.tsx'

/** Links for members without a group. */
export function FirstSteps() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <LinkButton to="/discordia/rules" variant="secondary" icon="book">
        {t('dashboard.first_rules')}
      </LinkButton>
      <LinkButton to="/discordia/news&events/" variant="secondary" icon="calendar">
        {t('dashboard.first_events')}
      </LinkButton>
    </div>
  )
}
