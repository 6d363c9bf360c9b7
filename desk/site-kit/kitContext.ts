import { createContext, useContext } from 'react'
import type { SiteKit, SiteState, SiteText } from '#contract/schemas/siteKit.ts'
import type { SiteValues } from '#contract/siteKit.ts'
import { type Place, withValue } from '../parts/kitValues.ts'
import type { Draft, DraftState } from './draft.ts'
import type { Problem } from './problems.ts'

type Kit = {
  /** What the server has. */
  readonly state: SiteState
  readonly draft: Draft
  readonly current: DraftState
  readonly texts: ReadonlyMap<string, SiteText>
  readonly problems: readonly Problem[]
  /** The languages that the site is served in, the main one first. */
  readonly languages: readonly string[]
  /** The one whose texts are shown. */
  readonly language: string
  readonly setLanguage: (language: string) => void
  /** The kit comes from files. */
  readonly isLocked: boolean
}

export const KitContext = createContext<Kit | null>(null)

/** The draft and what belongs to it, for the fields of the page. */
export function useKit() {
  const kit = useContext(KitContext)
  if (kit === null) throw new Error('There is no kit around this component.')
  const { draft, current } = kit
  return {
    ...kit,
    value: current.value,
    /** @param value undefined for the default */
    setValue: (place: Place, value: unknown) =>
      draft.change((all: SiteKit) => withValue(all, place, value)),
  }
}

/** Values of `{{site}}` and `{{claim}}` in the draft. */
export function useSiteValues(): SiteValues {
  const { value, state } = useKit()
  return { site: value.name ?? state.defaults.name, claim: value.claim ?? state.defaults.claim }
}
