import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContentDetail, ContentItem } from '#contract/content.ts'
import { articlePath } from '#contract/publicPages.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'
import { FIRST_ROWS, FirstRows } from '#src/ui/ShowMore.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { useTermParts } from '../linking/useTermParts.ts'

type Props = { article: ContentItem; level: 2 | 3; className: string }
type ExtrasProps = { article: ContentDetail; className?: string }

export const ArticleBody = ({ article, level, className }: Props) => (
  <LinkedText
    text={article.description}
    tree={article.description_rich}
    parts={useTermParts()}
    level={level}
    className={className}
    lang={useTextLanguage()(article.language)}
  />
)

/** Steps, lift, quiet room and parking, in the words of the community. */
export function AccessNote({ article, level, className }: ExtrasProps & Pick<Props, 'level'>) {
  const { t } = useTranslation()
  const lang = useTextLanguage()(article.language)
  const Heading = level === 2 ? 'h2' : 'h3'
  if (!article.access) return null
  return (
    <section className={className}>
      <Heading className="font-heading text-xl font-bold">{t('news.access')}</Heading>
      <p lang={lang} className="mt-1 max-w-measure whitespace-pre-line wrap-anywhere">
        {article.access}
      </p>
    </section>
  )
}

/** The other dates of a series. */
export function SeriesDates({ article, level, className }: ExtrasProps & Pick<Props, 'level'>) {
  const { t } = useTranslation()
  const { series_dates: rows = [] } = article
  const Heading = level === 2 ? 'h2' : 'h3'
  if (rows.length === 0) return null
  const more = rows.length - FIRST_ROWS
  return (
    <section className={className}>
      <Heading className="font-heading text-xl font-bold">{t('news.series_dates')}</Heading>
      <FirstRows
        label={t('news.series_dates')}
        rows={rows}
        showAll={t('planning.more_dates', { count: more })}
      >
        {({ id, date, cancelled_at }) => (
          <li key={id}>
            <Link to={articlePath(id)} className="flex min-h-tap items-center gap-2 font-sans">
              <TimeSpan start={date} isFull className={cancelled_at && 'line-through'} />
              {cancelled_at && <span>{t('news.cancelled_mark')}</span>}
            </Link>
          </li>
        )}
      </FirstRows>
    </section>
  )
}

export function EventExtras({ article, className }: ExtrasProps) {
  const { t } = useTranslation()
  const calendar = safeUrl(article.calendar_url, 'file')
  if (!article.cancelled_at && calendar === null) return null
  return (
    <div className={joined('flex flex-wrap items-center gap-4', className)}>
      {article.cancelled_at && (
        <p className="flex items-start gap-2 border-s-4 border-ember py-1 ps-3 font-sans text-ui font-medium text-ember">
          <Icon name="alert" className="mt-[0.15em] shrink-0" />
          {t('news.cancelled')}
        </p>
      )}
      {calendar !== null && (
        // A plain link: the server has this file, and it is no route of the site.
        <a
          href={calendar}
          className={joined(controlClasses('secondary'), 'no-underline print:hidden')}
        >
          <Icon name="calendar" />
          {t('news.add_to_calendar')}
        </a>
      )}
    </div>
  )
}
