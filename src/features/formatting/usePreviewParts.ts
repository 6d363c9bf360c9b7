import { useTranslation } from 'react-i18next'
import { formattingApi, type WrittenText } from '#src/store/formatting/api.ts'

const { usePreviewTextsQuery } = formattingApi

export function usePreviewParts() {
  const { t } = useTranslation()
  return {
    usePreview,
    label: t('formatting.preview'),
    emptyText: t('formatting.nothing_written'),
    loadTexts: { message: t('errors.load_failed'), retryLabel: t('errors.retry') },
  }
}

/** Shows the previous preview while the next one loads, but not after an error. */
function usePreview(written: readonly WrittenText[]) {
  const result = usePreviewTextsQuery(written, { skip: written.length === 0 })
  return { ...result, data: result.error === undefined ? result.data : undefined }
}
