import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/content.ts'
import { wholeRhythm } from '#shared/rhythm.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

/** Names of the scopes and the modes of events. */
export const EVENT_LABELS = {
  National: 'news.national',
  International: 'news.international',
  Online: 'news.online',
  Offline: 'news.offline',
  Both: 'news.both',
} as const

type Props = { article: ContentDetail; isDetailed?: boolean; className?: string }

export function ArticleMeta({ article, isDetailed = false, className }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { event_scope: scope, event_type: mode, location, registration, series } = article
  if (article.type === 'News')
    return (
      <div className={className}>
        <strong className="font-medium">{t('news.kind_news')}</strong>
        <Time value={article.news_date ?? article.date} hasYear />
      </div>
    )
  return (
    <div className={className}>
      <strong className="font-medium">{t('news.kind_event')}</strong>
      <TimeSpan
        start={article.event_date ?? article.date}
        end={article.event_end}
        isFull
        className={article.cancelled_at ? 'line-through' : undefined}
      />
      {series && (
        <span>
          {wholeRhythm(series.rhythm, (key, of) => t(`planning.${key}`, { ...of }), language)}
        </span>
      )}
      {scope && EVENT_LABELS[scope] && <span>{t(EVENT_LABELS[scope])}</span>}
      {mode && EVENT_LABELS[mode] && <span>{t(EVENT_LABELS[mode])}</span>}
      {article.event_kind && <span>{article.event_kind.name}</span>}
      {!isDetailed && registration && !article.cancelled_at && (
        <span>{t('registration.seats', { count: registration.seats })}</span>
      )}
      {isDetailed && typeof location === 'string' && location !== '' && (
        <span className="inline-flex min-w-0 items-start gap-1 wrap-anywhere">
          <Icon name="place" className="mt-[0.1em]" />
          <span>{location}</span>
        </span>
      )}
    </div>
  )
}
