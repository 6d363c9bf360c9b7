import { skipToken } from '@reduxjs/toolkit/query'
import { thumbnailOf } from '#src/store/http/pictures.ts'
import { type TermRef, useGetTermQuery } from '#src/store/linking/api.ts'
import { useKnownOwnTerm } from './useOwnTerms.ts'

const NO_PICTURE = '/images/default-glossary-480.webp'

/** What a card shows; null until it is there. */
export function useTermCard(ref: TermRef) {
  const own = useKnownOwnTerm(ref)
  const { currentData = own } = useGetTermQuery(own ? skipToken : ref)
  if (!currentData) return null
  const { title, label, text } = currentData
  return { title, label, text, picture: thumbnailOf(currentData, NO_PICTURE) }
}
