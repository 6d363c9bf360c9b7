import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'

/** What only some servers tell of an event: that it is cancelled, and its entry for a calendar. */
export function EventExtras({ story, className }: { story: ContentDetail; className?: string }) {
  const { t } = useTranslation()
  const calendar = safeUrl(story.calendar_url)
  if (!story.cancelled_at && calendar === null) return null
  return (
    <div className={joined('flex flex-wrap items-center gap-4', className)}>
      {story.cancelled_at && (
        <p className="flex items-start gap-2 border-s-4 border-ember py-1 ps-3 font-sans text-ui font-medium text-ember">
          <Icon name="alert" className="mt-[0.15em] shrink-0" />
          {t('news.cancelled')}
        </p>
      )}
      {calendar !== null && (
        // Not a route of the site: the server answers with a file.
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
