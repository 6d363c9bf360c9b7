import { useTranslation } from 'react-i18next'
import { NEWS_PAGE } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { MODES, type NewsFilters, SCOPES } from './newsFilters.ts'

type Props = { filters: NewsFilters; onChange: (changed: Partial<NewsFilters>) => void }

type Choice = (typeof SCOPES)[number] | (typeof MODES)[number]

const labels: Record<Choice, MessageKey> = {
  Any: 'news.any',
  National: 'news.national',
  International: 'news.international',
  Online: 'news.online',
  Offline: 'news.offline',
}

const labelOf = (choice: Choice): MessageKey => labels[choice]

/** Each change resets the count to four cards (behaviour 4.9). */
export function NewsFilterBar({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const options = <T extends Choice>(values: readonly T[]) =>
    values.map((value) => ({ value, label: t(labelOf(value)) }))
  const change = (changed: Partial<NewsFilters>) => onChange({ ...changed, count: NEWS_PAGE })

  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4 border-b border-line pb-6 sm:min-h-28">
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('news.show_news')}
          checked={filters.hasNews}
          onChange={(hasNews) => change({ hasNews })}
        />
        <Checkbox
          label={t('news.show_events')}
          checked={filters.hasEvents}
          onChange={(hasEvents) => change({ hasEvents })}
        />
      </div>
      {filters.hasEvents && (
        <div className="grid w-full grid-cols-2 gap-4 sm:ms-auto sm:w-auto">
          <Select
            label={t('news.location')}
            value={filters.location}
            options={options(SCOPES)}
            onChange={(location) => change({ location })}
            className="sm:w-44"
          />
          <Select
            label={t('news.type')}
            value={filters.type}
            options={options(MODES)}
            onChange={(type) => change({ type })}
            className="sm:w-44"
          />
        </div>
      )}
    </div>
  )
}
