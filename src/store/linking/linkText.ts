import { termKey } from '#contract/folded.ts'
import type { RichText } from '#contract/schemas/richText.ts'
import { isTerm, linkTerms, plainBlocks, type Target, termsOf } from '#contract/termLinks.ts'

type Tree = RichText | null | undefined
/** @returns the tree with more links; the same one where it has none */
export type LinkText = (text: string, tree: Tree) => Tree

type Named = { readonly id: number; readonly title: string }

/** @param owner the entry that the texts belong to, which is not linked to itself */
export function linkTextTo(entries: readonly Named[], owner: number | null): LinkText {
  const keys = entries.map(({ id, title }): [string, Target] => [
    termKey(title),
    { kind: 'glossary', id },
  ])
  const terms = termsOf(keys.filter(([key]) => isTerm(key)))
  const own = {
    target: owner === null ? null : ({ kind: 'glossary', id: owner } as const),
    names: [],
  }
  return (text, tree) => {
    const linked = linkTerms(Array.isArray(tree) ? tree : plainBlocks(text), terms, own)
    return linked.targets.length > 0 ? linked.tree : tree
  }
}
