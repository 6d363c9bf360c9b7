import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/content.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'

export function EventExtras({
  article,
  className,
}: {
  article: ContentDetail
  className?: string
}) {
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
