import { type TermRef, useGetTermQuery } from '#src/store/linking/api.ts'
import { linkedPath } from '#src/store/linking/paths.ts'

/** Links to the texts that mention an entry. */
export function useMentions(term: TermRef) {
  const { currentData } = useGetTermQuery(term)
  return (currentData?.mentioned_in ?? []).map(({ kind, id, title, language }) => ({
    to: linkedPath(kind, id),
    title,
    language,
  }))
}
