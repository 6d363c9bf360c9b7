import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContentItem } from '#contract/schemas/content.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { Time } from '#src/ui/Time.tsx'
import { TimeSpan } from '#src/ui/TimeSpan.tsx'

/** One of the latest items; its title links to its page. */
export function LatestItem({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const isNews = item.type === 'News'
  return (
    <MediaCard
      picture={
        <StampedPicture
          {...articlePicture(item)}
          stamp={item.cancelled_at && t('news.cancelled_mark')}
          width={960}
          height={640}
          sizes="(min-width: 1152px) 22rem, (min-width: 768px) 33vw, 100vw"
          className="size-full transition-transform duration-500 group-hover:scale-[1.03]"
        />
      }
      eyebrow={
        <>
          <span className="font-medium text-gold-deep">
            {isNews ? t('news.kind_news') : t('news.kind_event')}
          </span>
          {isNews ? (
            <Time value={item.date} />
          ) : (
            <TimeSpan
              start={item.date}
              end={item.event_end}
              className={item.cancelled_at ? 'line-through' : undefined}
            />
          )}
        </>
      }
      title={
        <Link
          to={`/discordia/news/${item.id}`}
          className="flex min-h-tap items-center text-ink no-underline after:absolute after:inset-0 hover:underline hover:decoration-gold hover:underline-offset-4"
        >
          {item.title}
        </Link>
      }
    >
      <p>{item.short_description}</p>
    </MediaCard>
  )
}
