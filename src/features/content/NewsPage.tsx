import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_PATHS } from '#contract/content.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { contentApi } from '#src/store/content/api.ts'
import type { PageData } from '#src/store/pageData.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { NewsList } from './NewsList.tsx'
import { MODES, NEWS_PAGE, type NewsFilters, newsFilters, SCOPES } from './newsFilters.ts'

const { listNews, listEvents } = contentApi.endpoints

export const pageData: PageData = {
  queryOf: (query) => newsFilters.write(newsFilters.read(query)),
  fetch: (dispatch) =>
    Promise.all([dispatch(listNews.initiate()), dispatch(listEvents.initiate())]),
}

export function NewsPage() {
  const { t } = useTranslation()
  const { filters, change } = useUrlFilters(newsFilters, { debounceMs: 0 })
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('news.title') })}</title>
      <Hero picture="news" heading={t('news.title')} lead={t('news.lead')} />
      <div className="mx-auto max-w-page px-4 pt-8 pb-24 sm:pt-10">
        <NewsFilterBar filters={filters} onChange={change} />
        {/* Deferred: the pressed filter is painted before the cards. */}
        <NewsList filters={useDeferredValue(filters)} onChange={change} />
        <SubscribeLine />
      </div>
    </>
  )
}

const FEEDS = [
  { url: FEED_PATHS.news, label: 'news.feed_news', icon: 'rss' },
  { url: FEED_PATHS.events, label: 'news.feed_events', icon: 'rss' },
  { url: FEED_PATHS.calendar, label: 'news.feed_calendar', icon: 'calendar' },
] as const satisfies readonly { url: string; label: MessageKey; icon: IconName }[]

function SubscribeLine() {
  const { t } = useTranslation()
  if (!announces('feeds')) return null
  return (
    <section
      aria-labelledby="subscribe"
      className="mt-14 border-t border-line pt-5 font-sans text-ui print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-6">
        <h2 id="subscribe" className="font-bold">
          {t('news.subscribe')}
        </h2>
        <ul className="flex flex-wrap gap-x-6">
          {FEEDS.map(({ label, icon, url }) => (
            <li key={url}>
              <a
                href={url}
                className="inline-flex min-h-tap items-center gap-2 text-gold-deep underline underline-offset-4 hover:text-ink"
              >
                <Icon name={icon} />
                <span>{t(label)}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-1 max-w-measure text-sm text-ink-soft">{t('news.subscribe_hint')}</p>
    </section>
  )
}

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
function NewsFilterBar({ filters, onChange }: Props) {
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
