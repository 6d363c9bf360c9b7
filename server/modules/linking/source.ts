import type { LinkedKind, TermKind, TextFormat } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/rows.ts'

type LinkedOwner = {
  readonly id: number
  readonly stamp: number
  readonly format: TextFormat
  /** Names of the owner itself, which its own texts are never linked at. */
  readonly names: readonly string[]
  readonly texts: readonly string[]
}
/** Public owner of a text that mentions something. */
type Source = {
  readonly id: number
  readonly title: string
  /** List that has the rule; absent for other kinds. */
  readonly list?: 'basic' | 'quick'
  /** Null: the main language of the site. */
  readonly language: string | null
  /** Equal in texts that are translations of one another. */
  readonly translation_group?: string | null
}
type Card = Omit<Source, 'translation_group'> & {
  /** Such as the type of an entry. */
  readonly label: string | null
  readonly text: string | null
  readonly format: TextFormat
  readonly picture: string | null
}

type ListPage<Row> = (w: HasDb, after: number, limit: number) => Promise<Row[]>

/** A module's part in the linking of its texts. Pages are in the order of the ids. */
export type LinkSource = {
  readonly kind: LinkedKind
  readonly listStamps: ListPage<{ id: number; stamp: number }>
  readonly load: (w: HasDb, ids: readonly number[]) => Promise<LinkedOwner[]>
  /** Owners whose texts hold a key; null: unknown. */
  readonly idsHolding: (w: HasDb, key: string) => Promise<number[] | null>
  readonly listPublic: (w: Read, ids: readonly number[]) => Promise<Source[]>
}

/** A module whose entries have names that other texts are linked to. */
export type TermSource = LinkSource & {
  readonly kind: TermKind
  readonly listNames: ListPage<{ id: number; title: string; aliases: string }>
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
