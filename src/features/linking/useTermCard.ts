import { thumbnailOf } from '#src/store/http/pictures.ts'
import { type TermRef, useGetTermQuery } from '#src/store/linking/api.ts'

const NO_PICTURE = '/images/default-glossary-480.webp'

/** Content of a card; null until it is loaded. */
export function useTermCard(ref: TermRef) {
  const { currentData } = useGetTermQuery(ref)
  if (!currentData) return null
  const { title, label, text, language } = currentData
  return { title, label, text, language, picture: thumbnailOf(currentData, NO_PICTURE) }
}
