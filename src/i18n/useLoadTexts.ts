import { useTranslation } from 'react-i18next'

/** Texts of a failed load, for LoadState and ErrorState. */
export function useLoadTexts() {
  const { t } = useTranslation()
  return { message: t('errors.load_failed'), retryLabel: t('errors.retry') }
}
