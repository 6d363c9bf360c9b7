import type { LinkedKind, TermKind } from '#contract/sets.ts'

declare module '../../db/schema.ts' {
  interface DB {
    linked_terms: {
      /** Folded, as texts are searched for it. */
      term_key: string
      kind: TermKind
      target: number
    }
    linked_texts: {
      kind: LinkedKind
      owner: number
      /** `updated_at` of the owner when its texts were read; -1: a name in them has changed since. */
      stamp: number
      /** JSON: trees by `hashOf` the text. Texts without formatting and links have none. */
      trees: string
    }
    text_mentions: {
      source_kind: LinkedKind
      source: number
      kind: TermKind
      target: number
    }
    linking_state: {
      name: string
      /** Id of the process that links; null at first. */
      claimant: string | null
      claimed_until: number
      /** Grows with every change of `linked_terms`. */
      version: number
    }
  }
}
