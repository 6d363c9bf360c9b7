import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useState } from 'react'
import type { Term } from '#contract/schemas/linking.ts'
import { readKey } from '#src/platform/storage.ts'
import { linkingApi, type TermRef, useListOwnTermsQuery } from '#src/store/linking/api.ts'
import type { LinkText } from '#src/store/linking/linkText.ts'

const NONE: readonly Term[] = []

/** Own entries under review: links to them are for their author alone, who gets the same texts as everybody. */
export function useOwnTerms(isMember: boolean): readonly Term[] {
  const [isAnnounced] = useState(() => readKey('own_terms') === 'true')
  const { currentData } = useListOwnTermsQuery(isMember && isAnnounced ? undefined : skipToken)
  return currentData ?? NONE
}

/** The card of one of them, without a call. */
export const useKnownOwnTerm = (ref: TermRef): Term | undefined =>
  ownTerm(linkingApi.endpoints.listOwnTerms.useQueryState().currentData ?? NONE, ref)

export const ownTerm = (terms: readonly Term[], { kind, id }: TermRef): Term | undefined =>
  kind === 'glossary' ? terms.find((term) => term.id === id) : undefined

/** What links a text to own entries; undefined without any. @param owner the entry that the texts belong to */
export function useLinkText(terms: readonly Term[], owner: number | null): LinkText | undefined {
  const [linkText, setLinkText] = useState<LinkText>()
  useEffect(() => {
    if (terms.length === 0) return
    let isGone = false
    const load = async () => {
      const { linkTextTo } = await import(
        /* webpackChunkName: "own-terms" */ '#src/store/linking/linkText.ts'
      )
      if (!isGone) setLinkText(() => linkTextTo(terms, owner))
    }
    // Without it the texts are as for everybody.
    load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [terms, owner])
  return terms.length === 0 ? undefined : linkText
}
