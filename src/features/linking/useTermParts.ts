import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { thumbnailOf } from '#src/store/http/pictures.ts'
import { linkedPath, linkingApi, type TermRef } from '#src/store/linking/api.ts'
import { useListedIn } from '#src/ui/useLanguage.ts'

const NO_PICTURE = '/images/default-glossary-480.webp'

/** Content of a card; null until it is loaded. */
function useTermCard(ref: TermRef) {
  const { currentData } = linkingApi.useGetTermQuery({ ...ref, ...useListedIn() })
  if (!currentData) return null
  const { title, label, text, language } = currentData
  return { title, label, text, language, picture: thumbnailOf(currentData, NO_PICTURE) }
}

/** Props of `LinkedText` that all linked texts share. */
export function useTermParts() {
  const { t } = useTranslation()
  return useMemo(
    () => ({ hrefOf: linkedPath, useTerm: useTermCard, openLabel: t('linking.open') }),
    [t],
  )
}
