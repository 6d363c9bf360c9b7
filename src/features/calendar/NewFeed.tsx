import { useTranslation } from 'react-i18next'
import type { NewFeed as NewFeedRow } from '#contract/calendar.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { useFocusOnShow } from '#src/ui/useFocusOnShow.ts'

const HINTS = ['google', 'apple', 'outlook', 'other'] as const

type Props = { feed: NewFeedRow; onDone: () => void }

/** The URL of a new feed, which the server does not send again. */
export function NewFeed({ feed: { name, url }, onDone }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  return (
    <div className="flex w-full max-w-measure flex-col gap-4">
      <h4
        ref={heading}
        tabIndex={-1}
        className="text-base font-semibold wrap-anywhere outline-none"
      >
        {t('calendar.new_title', { name })}
      </h4>
      <p className="font-sans text-ui">{t('calendar.new_lead')}</p>
      <code className="rounded border border-line bg-parchment/60 px-4 py-2 text-ui wrap-anywhere">
        {url}
      </code>
      <CopyButton
        text={url}
        label={t('calendar.copy')}
        copied={t('second_step.copied')}
        notCopied={t('second_step.not_copied')}
      />
      <div className="font-sans text-ui">
        <p id="calendar-hints" className="font-medium">
          {t('calendar.hints')}
        </p>
        <ul aria-labelledby="calendar-hints" className="mt-1 divide-y divide-line">
          {HINTS.map((hint) => (
            <li key={hint} className="py-2">
              {t(`calendar.hint_${hint}`)}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-sm text-ink-soft">{t('calendar.delay')}</p>
      </div>
      {safeUrl(url) !== null && (
        <a
          href={url.replace(/^https?:/i, 'webcal:')}
          className="inline-flex min-h-tap items-center self-start font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
        >
          {t('calendar.open')}
        </a>
      )}
      <Button className="self-start" onClick={onDone}>
        {t('calendar.kept')}
      </Button>
    </div>
  )
}
