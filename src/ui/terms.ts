import type { PictureProps } from './Picture.tsx'
import type { TermRun } from './RichText.tsx'

type TermRef = Pick<TermRun, 'kind' | 'id'>

/** Targets of linked names, and the content of their cards. */
export type TermParts = {
  hrefOf: (kind: TermRun['kind'], id: number) => string
  /** Null until it is loaded. */
  useTerm: (term: TermRef) => {
    title: string
    /** Kind of the target, in words. */
    label: string | null
    text: string | null
    language?: string | undefined
    picture: Pick<PictureProps, 'src' | 'fallback' | 'widths'> | null
  } | null
  /** Label of the link in a card opened by a tap, because the first tap on a name does not follow it. */
  openLabel: string
}

export type TermCardProps = TermRef & {
  cardId: string
  to: string
  useTerm: TermParts['useTerm']
  openLabel: string | null
}
