import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermRef } from '#src/store/linking/api.ts'
import { linkedPath, ownEntryPath } from '#src/store/linking/paths.ts'
import { ownTerm, useLinkText, useOwnTerms } from './useOwnTerms.ts'
import { useTermCard } from './useTermCard.ts'

/** What `LinkedText` needs. @param entry of the glossary, that the texts belong to */
export function useTermParts(isMember: boolean, entry: number | null = null) {
  const { t } = useTranslation()
  const own = useOwnTerms(isMember)
  const treeOf = useLinkText(own, entry)
  return useMemo(
    () => ({
      hrefOf: (kind: TermRef['kind'], id: number) =>
        ownTerm(own, { kind, id }) ? ownEntryPath(id) : linkedPath(kind, id),
      useTerm: useTermCard,
      openLabel: t('linking.open'),
      ...(treeOf && { treeOf }),
    }),
    [t, own, treeOf],
  )
}
