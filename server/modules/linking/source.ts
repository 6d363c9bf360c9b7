import type { LinkedKind, TextFormat } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/schema.ts'

/** Names that other texts are linked to. */
export type Named = { readonly id: number; readonly title: string; readonly aliases: string }
export type LinkedOwner = {
  readonly id: number
  readonly stamp: number
  readonly format: TextFormat
  /** Names of the owner itself, which its own texts are never linked at. */
  readonly names: readonly string[]
  readonly texts: readonly string[]
}
export type Card = {
  readonly id: number
  readonly title: string
  /** Label, such as the type of an entry. */
  readonly label: string | null
  readonly text: string | null
  readonly format: TextFormat
  readonly picture: string | null
  /** List that has the rule; absent for other kinds. */
  readonly list?: 'basic' | 'quick'
  /** Null: the main language of the site. */
  readonly language: string | null
}
/** Public owner of a text that mentions something. */
export type Source = {
  readonly id: number
  readonly title: string
  readonly list?: 'basic' | 'quick'
  readonly language: string | null
}

/** A module's part in the linking of its texts. Pages are in the order of the ids. */
export type LinkSource = {
  readonly kind: LinkedKind
  readonly listStamps: (
    w: HasDb,
    after: number,
    limit: number,
  ) => Promise<{ id: number; stamp: number }[]>
  readonly load: (w: HasDb, ids: readonly number[]) => Promise<LinkedOwner[]>
  /** Owners whose texts hold a key; null: unknown. */
  readonly idsHolding: (w: HasDb, key: string) => Promise<number[] | null>
  readonly listPublic: (w: Read, ids: readonly number[]) => Promise<Source[]>
}

export type TermSource = LinkSource & {
  readonly kind: 'glossary' | 'rule'
  readonly listNames: (w: HasDb, after: number, limit: number) => Promise<Named[]>
  readonly findCard: (w: HasDb, id: number) => Promise<Card | undefined>
}
export type LinkSources = {
  readonly terms: readonly TermSource[]
  readonly others: readonly LinkSource[]
}

export const allSources = ({ terms, others }: LinkSources): readonly LinkSource[] => [
  ...terms,
  ...others,
]
