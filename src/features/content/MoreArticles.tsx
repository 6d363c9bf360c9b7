import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MORE_ARTICLES_MAX } from '#contract/limits.ts'
import type { ContentItem } from '#contract/schemas/content.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'

/** As specified: Next Article is the first upcoming item, More Articles are the first three of them (behaviour 2). */
export function MoreArticles({ upcoming }: { upcoming: readonly ContentItem[] }) {
  const { t } = useTranslation()
  const [next] = upcoming
  return (
    <div className="print:hidden lg:border-s lg:border-line lg:ps-8">
      {next && (
        <LinkButton to={`/discordia/news/${next.id}`} variant="primary">
          {t('news.next_article')}
          <Icon name="arrowRight" />
        </LinkButton>
      )}
      <section aria-labelledby="more-articles" className="mt-10">
        <h2 id="more-articles" className="font-heading text-xl font-bold">
          {t('news.more_articles')}
        </h2>
        <ul className="mt-3">
          {upcoming.slice(0, MORE_ARTICLES_MAX).map(({ id, title }) => (
            <li key={id} className="border-t border-line">
              <Link
                to={`/discordia/news/${id}`}
                className="flex min-h-tap items-center py-3 text-ink no-underline wrap-anywhere hover:text-gold-deep hover:underline hover:underline-offset-4"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
