import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { GLOSSARY_PAGE, type GlossaryEntry } from '#contract/glossary.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { type GlossaryPage, useFindGlossaryEntryQuery } from '#src/store/glossary/api.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { EntryCards } from './EntryCard.tsx'

type Linked = {
  /** Shown above the list, because it is not among the first ten. */
  pinned: GlossaryEntry | null
  /** It does not exist, or not for this visitor. */
  isMissing: boolean
}

/**
 * Finds the entry of the URL: among the first ten, among the other loaded entries, or by a call if the server offers
 * one.
 * @param pages undefined while the list is loading
 */
export function useLinkedEntry(
  pages: readonly GlossaryPage[] | undefined,
  entries: readonly GlossaryEntry[],
): Linked {
  const id = useAppSelector((state) => state.glossary.linkedId)
  const { showMyEntries } = useAppSelector((state) => state.glossary.appliedFilters)
  const index = id === null || !pages ? -1 : entries.findIndex((entry) => entry.id === id)
  const isUnlisted = id !== null && pages !== undefined && index === -1
  const canLookUp = announces('entry_lookup')
  const lookUp = useFindGlossaryEntryQuery(
    isUnlisted && canLookUp ? { entry: id, showMyEntries } : skipToken,
  )
  if (index >= GLOSSARY_PAGE) return { pinned: entries[index] ?? null, isMissing: false }
  if (!isUnlisted) return { pinned: null, isMissing: false }
  const found = lookUp.currentData ?? null
  const isLookedUp = lookUp.isSuccess && !lookUp.isFetching
  return { pinned: found, isMissing: found === null && (!canLookUp || isLookedUp) }
}

type Props = Linked & { onDelete: (entry: GlossaryEntry) => void }

export function LinkedEntry({ pinned, isMissing, onDelete }: Props) {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  if (isMissing)
    return (
      <p role="status" className="mb-4 text-ink-soft">
        {t(isMember ? 'glossary.entry_missing' : 'glossary.entry_missing_visitor')}
      </p>
    )
  return (
    pinned && (
      <div className="mb-3">
        <EntryCards entries={[pinned]} count={1} isOld={false} onDelete={onDelete} />
      </div>
    )
  )
}
