import { useTranslation } from 'react-i18next'

/** Labels of the buttons of a confirmation. */
export function useQuestionTexts() {
  const { t } = useTranslation()
  return { yes: t('dashboard.yes'), no: t('dashboard.no'), close: t('dashboard.close_dialog') }
}
