import { useTranslation } from 'react-i18next'

export function useLoadTexts() {
  const { t } = useTranslation()
  return { message: t('errors.load_failed'), retryLabel: t('errors.retry') }
}
