import { useTranslation } from 'react-i18next'

/** The buttons of a question before an act. */
export function useQuestionTexts() {
  const { t } = useTranslation()
  return { yes: t('dashboard.yes'), no: t('dashboard.no'), close: t('dashboard.close_dialog') }
}
