import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'

type Props = {
  /** 404, as opposed to a failed call. */
  isMissing: boolean
  isBusy: boolean
  onRetry: () => void
}

export function MissingArticle({ isMissing, isBusy, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div className="max-w-measure">
      <p role="status" className="text-lg">
        {t(isMissing ? 'news.missing_text' : 'news.failed_text')}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {!isMissing && (
          <Button busy={isBusy} onClick={onRetry}>
            {t('errors.retry')}
          </Button>
        )}
        <LinkButton to="/discordia/news&events/" icon="arrowLeft">
          {t('news.back')}
        </LinkButton>
      </div>
    </div>
  )
}
