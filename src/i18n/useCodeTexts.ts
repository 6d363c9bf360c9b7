import { useTranslation } from 'react-i18next'

export function useCodeTexts() {
  const { t } = useTranslation()
  return {
    app: {
      label: t('second_step.code'),
      hint: t('second_step.code_hint'),
      toggle: t('second_step.use_recovery_code'),
    },
    recovery: {
      label: t('second_step.recovery_code'),
      hint: t('second_step.recovery_code_hint'),
      toggle: t('second_step.use_app_code'),
    },
  }
}

export function useLoadTexts() {
  const { t } = useTranslation()
  return { message: t('errors.load_failed'), retryLabel: t('errors.retry') }
}
