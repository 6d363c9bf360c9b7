import { useTranslation } from 'react-i18next'
import { usePreviewTextsQuery, type WrittenText } from '#src/store/formatting/api.ts'

/** What `TextPreview` needs. */
export function usePreviewParts() {
  const { t } = useTranslation()
  return {
    usePreview,
    label: t('formatting.preview'),
    emptyText: t('formatting.nothing_written'),
    loadTexts: { message: t('errors.load_failed'), retryLabel: t('errors.retry') },
  }
}

/** While a changed text is under way, and only then, what is shown is the one before. */
function usePreview(written: readonly WrittenText[]) {
  const result = usePreviewTextsQuery(written, { skip: written.length === 0 })
  return { ...result, data: result.error === undefined ? result.data : undefined }
}
