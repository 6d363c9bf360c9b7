import { setImmediate } from 'node:timers/promises'
import type { RichText } from '#contract/formatting.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { chunksOf } from '../../db/rows.ts'
import type { HasDb } from '../../db/schema.ts'
import { parseLight } from '../../text/light.ts'
import { keysIn, linkTerms, plainBlocks, termsOf } from '../../text/termLinks.ts'
import { findTerms } from './repository.ts'

/** Names of one statement. Other requests are served between two. */
const CHUNK = 1000

/**
 * The tree of a text that is not public, with the links of today's names. Nothing of it is stored: it is no mention, and
 * the names that it holds are looked up when it is read.
 * @returns null for a text that is shown as typed
 */
export async function linkedTree(w: HasDb, text: string): Promise<RichText | null> {
  const formatted = parseLight(text)
  const tree = formatted ?? plainBlocks(text)
  const keys = keysIn(wordsOf(tree))
  const terms = termsOf([])
  for (const chunk of chunksOf(keys, CHUNK)) {
    const rows = await findTerms(w, chunk)
    termsOf(
      rows.map(({ term_key, kind, target }) => [term_key, { kind, id: target }]),
      terms,
    )
    await setImmediate()
  }
  const linked = linkTerms(tree, terms, { target: null, names: [] })
  return formatted !== null || linked.targets.length > 0 ? linked.tree : null
}
