import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { linkedPath } from '#src/store/linking/paths.ts'
import { useTermCard } from './useTermCard.ts'

/** Props of `LinkedText` that all linked texts share. */
export function useTermParts() {
  const { t } = useTranslation()
  return useMemo(
    () => ({ hrefOf: linkedPath, useTerm: useTermCard, openLabel: t('linking.open') }),
    [t],
  )
}
