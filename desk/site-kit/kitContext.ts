import { createContext, useContext } from 'react'
import { useStore } from 'react-admin'
import { EMAIL_PATTERN, LINE_PATTERN } from '#contract/fields.ts'
import type { KitProblem, SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import type { SiteValues } from '#shared/kit.ts'
import { t } from '../i18n.ts'
import { type Place, withValue } from '../parts/kitValues.ts'
import type { Draft, DraftState } from './draft.ts'

export type Problem = KitProblem

/** Whether a problem is of a field. The server may name a part of its value; pages of the book have their own fields. */
export const isOf = (place: string, problem: Problem): boolean =>
  problem.place === place ||
  (/^(mark|pictures)/.test(place) && problem.place.startsWith(`${place}.`))

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

/*
 * What was typed and is no value yet, such as half of a colour. The draft cannot have it, so the browser keeps it.
 */

export type Kind = 'line' | 'email' | 'colour'

const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  line: new RegExp(LINE_PATTERN, 'u'),
  email: new RegExp(EMAIL_PATTERN, 'u'),
  colour: /^#[0-9a-f]{6}$/,
}
const isValue = (kind: Kind, text: string): boolean => PATTERNS[kind].test(text)

type Typed = Readonly<Record<string, { readonly kind: Kind; readonly text: string }>>
const NONE: Typed = {}

export function useTyped() {
  const [typed, setTyped] = useStore<Typed>('desk.siteTyped', NONE)
  const forget = (place: string) => setTyped(({ [place]: _, ...rest }) => rest)
  return {
    problems: Object.entries(typed).map(
      ([place, { kind }]): Problem => ({ place, problem: t(`site.invalid.${kind}`) }),
    ),
    textAt: (place: string): string | undefined => typed[place]?.text,
    /** @returns whether the text is a value; if not, it is kept here */
    take: (place: string, kind: Kind, text: string): boolean => {
      const isTaken = text === '' || isValue(kind, text)
      if (isTaken) forget(place)
      else setTyped((all) => ({ ...all, [place]: { kind, text } }))
      return isTaken
    },
    forget,
    forgetAll: () => setTyped(NONE),
  }
}

/** Public files of the site, which the desk serves too. */
export const fileUrl = (key: string): string => `/api/files/${key}`
