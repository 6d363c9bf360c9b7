import { setImmediate } from 'node:timers/promises'
import { termKey } from '#shared/search.ts'
import type { HasDb } from '../../db/schema.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { isTerm, type Target } from '../../text/termLinks.ts'
import { changing, type Opener } from '../../work/work.ts'
import { countChange, listTerms, markMentioning, markStale, replaceTerms } from './repository.ts'
import { allSources, type LinkSources } from './source.ts'

const PAGE = 1000
/** Number of new names up to which texts are searched for them; for more, all texts are read. */
const SEARCHED_MAX = 20

/** Current names by key. On a clash the glossary wins, then the lower id. */
async function readNames(w: HasDb, { terms }: LinkSources): Promise<Map<string, Target>> {
  const names = new Map<string, Target>()
  for (const { kind, listNames } of terms)
    for (let after = 0, isLast = false; !isLast; ) {
      const rows = await listNames(w, after, PAGE)
      for (const { id, title, aliases } of rows)
        for (const name of [title, ...aliasesIn(aliases)]) {
          const key = termKey(name)
          if (isTerm(key) && !names.has(key)) names.set(key, { kind, id })
        }
      await setImmediate()
      isLast = rows.length < PAGE
      after = rows.at(-1)?.id ?? after
    }
  return names
}

/**
 * Stores the current names, and marks the texts that hold a new or removed one: in one transaction, so that no text is
 * forgotten when the process ends.
 */
export async function updateTerms(deps: Opener, sources: LinkSources): Promise<void> {
  const names = await readNames(deps, sources)
  await changing(deps, async (w) => {
    const before = await listTerms(w)
    const isSame = (row: (typeof before)[number]) => {
      const now = names.get(row.term_key)
      return now?.kind === row.kind && now.id === row.target
    }
    const gone = before.filter((row) => !isSame(row))
    const kept = new Set(before.filter(isSame).map(({ term_key }) => term_key))
    const added = [...names].filter(([key]) => !kept.has(key))
    if (gone.length === 0 && added.length === 0) return
    await replaceTerms(
      w,
      gone.map(({ term_key }) => term_key),
      added.map(([term_key, { kind, id }]) => ({ term_key, kind, target: id })),
    )
    for (const [kind, rows] of Map.groupBy(gone, (row) => row.kind))
      await markMentioning(
        w,
        kind,
        rows.map(({ target }) => target),
      )
    const keys = added.map(([key]) => key)
    for (const { kind, idsHolding } of allSources(sources))
      for (const key of keys.length > SEARCHED_MAX ? [null] : keys)
        await markStale(w, kind, key === null ? null : await idsHolding(w, key))
    await countChange(w)
  })
}
