import { useTranslation } from 'react-i18next'

/** Names of the button that shows or hides a password. */
export function usePasswordToggle(): { show: string; hide: string } {
  const { t } = useTranslation()
  return { show: t('login.show_password'), hide: t('login.hide_password') }
}
