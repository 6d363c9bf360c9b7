import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** A rule without sub-entries, and a URL without a rule (ruling 23). */
export function NoSections() {
  const { t } = useTranslation()
  return <EmptyState message={t('rules.no_sections')} drawing={<RulesDrawing />} />
}

export function RulesDrawing() {
  return (
    <img src="/images/empty-rules.svg" alt="" width={160} height={120} className="h-28 w-auto" />
  )
}
