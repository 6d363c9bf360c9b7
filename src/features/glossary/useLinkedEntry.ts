import { skipToken } from '@reduxjs/toolkit/query'
import { GLOSSARY_PAGE } from '#contract/limits.ts'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { type GlossaryPage, useFindGlossaryEntryQuery } from '#src/store/glossary/api.ts'
import { selectAskedChoice, selectLinkedId } from '#src/store/glossary/slice.ts'
import { useAppSelector } from '#src/store/hooks.ts'

type Linked = {
  /** Stands above the list, because its place is not among the first ten. */
  pinned: GlossaryEntry | null
  /** There is no such entry, or not for this visitor. */
  isMissing: boolean
}
const NOTHING: Linked = { pinned: null, isMissing: false }

/**
 * Finds the entry that the address names: among the first ten, further down in what has been loaded, or by asking
 * the server for it, if that offers to answer.
 * @param pages undefined while the list is on its way
 */
export function useLinkedEntry(
  pages: readonly GlossaryPage[] | undefined,
  entries: readonly GlossaryEntry[],
): Linked {
  const id = useAppSelector(selectLinkedId)
  const { showMyEntries } = useAppSelector(selectAskedChoice)
  const place = id === null || !pages ? -1 : entries.findIndex((entry) => entry.id === id)
  const isSought = id !== null && pages !== undefined && place === -1
  const canLookUp = pages?.[0]?.canLookUp ?? false
  const answer = useFindGlossaryEntryQuery(
    isSought && canLookUp ? { id, showMyEntries } : skipToken,
  )
  if (place >= GLOSSARY_PAGE) return { pinned: entries[place] ?? null, isMissing: false }
  if (!isSought) return NOTHING
  const found = answer.currentData ?? null
  const isAnswered = answer.isSuccess && !answer.isFetching
  return { pinned: found, isMissing: found === null && (!canLookUp || isAnswered) }
}
