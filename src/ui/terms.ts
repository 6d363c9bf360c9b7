import type { PictureProps } from './Picture.tsx'
import type { TermRun } from './RichText.tsx'

type TermRef = Pick<TermRun, 'kind' | 'id'>

/** Where names lead to, and what their cards show. */
export type TermParts = {
  hrefOf: (kind: TermRun['kind'], id: number) => string
  /** Null until it is there. */
  useTerm: (term: TermRef) => {
    title: string
    label: string | null
    text: string | null
    picture: Pick<PictureProps, 'src' | 'fallback' | 'widths'> | null
  } | null
  /** Of the link that a card has after a tap: the first tap on a name only opens the card. */
  openLabel: string
}

export type TermCardProps = TermRef & {
  /** Of the card, which describes the name. */
  cardId: string
  to: string
  useTerm: TermParts['useTerm']
  openLabel: string | null
}
