import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { LinkedKind } from '#contract/sets.ts'
import { termKey } from '#shared/search.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { hashOf, type Trees } from '../../db/linkedTexts.ts'
import { chunksOf, type HasDb } from '../../db/rows.ts'
import { aliasesIn } from '../../desk/translations.ts'
import type { Area } from '../../http/cache/responseCache.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller } from '../../mail/poller.ts'
import { parseLight } from '../../text/light.ts'
import {
  isTerm,
  linkTerms,
  plainBlocks,
  type Target,
  type Terms,
  termsOf,
} from '../../text/termLinks.ts'
import { changing, type Opener, reading } from '../../work/work.ts'
import type { Log } from '../face.ts'
import {
  claim,
  countChange,
  type Linked,
  listStamps,
  listTerms,
  listTrees,
  markMentioning,
  markStale,
  release,
  removeLinked,
  replaceTerms,
  saveLinked,
} from './repository.ts'
import { allSources, type LinkSource, type LinkSources } from './source.ts'

const POLL_MS = 2000
/** Interval of full scans when no event arrived. */
const WHOLE_EVERY_MS = MINUTE_MS
const PAGE = 1000
/** Owners of one transaction: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 25

const AREA_OF: Record<LinkedKind, Area> = {
  glossary: 'glossary',
  rule: 'rules',
  content: 'contents',
}

type Parts = Pick<Deps, 'db' | 'clock' | 'responseCache' | 'publicReads'>
/** Who links, and how long. */
type Run = { readonly process: string; readonly isStopped: () => boolean }
type Linking = Run & {
  readonly parts: Parts
  readonly changed: Set<Area>
  readonly terms: Terms
  readonly version: number | null
}

/** Thrown when another process has taken over the work. */
class ClaimLost extends Error {}

/**
 * Links all texts that have changed, or in which a name has. Finished batches stay: an interrupted call is continued by
 * the next one, in any process.
 * @returns how many owners were read; null if another process is doing the work
 */
export async function linkTexts(
  parts: Parts,
  sources: LinkSources,
  run: Run = { process: randomUUID(), isStopped: () => false },
): Promise<number | null> {
  const { process } = run
  if ((await claim(reading(parts), process)) === null) return null
  const changed = new Set<Area>()
  let count = 0
  try {
    await updateTerms(parts, sources)
    const version = await claim(reading(parts), process)
    const linking = { ...run, parts, changed, terms: await readTerms(parts), version }
    for (const source of allSources(sources))
      for await (const ids of staleOf(parts, source, run)) {
        await linkBatch(linking, source, ids)
        count += ids.length
      }
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
  } finally {
    await changing(parts, async (w) => w.clear([...changed]))
    await release(parts, process)
  }
  return count
}

/** Other requests are served between two steps. */
async function readTerms(w: HasDb): Promise<Terms> {
  const rows = await listTerms(w)
  const terms = termsOf([])
  for (const page of chunksOf(rows, PAGE)) {
    termsOf(page, terms)
    await setImmediate()
  }
  return terms
}

/** Owners whose texts are to be read, batch by batch. Rows of owners that are gone are deleted. */
async function* staleOf(w: HasDb, source: LinkSource, { isStopped }: Run) {
  for (let after = 0, isLast = false; !isLast; ) {
    const page = await source.listStamps(w, after, PAGE)
    isLast = page.length < PAGE
    const upTo = isLast ? null : (page.at(-1)?.id ?? after)
    const stamps = await listStamps(w, source.kind, { after, upTo })
    const known = new Map(stamps.map(({ owner, stamp }) => [owner, stamp]))
    const stale = page.filter(({ id, stamp }) => known.get(id) !== stamp).map(({ id }) => id)
    for (const { id } of page) known.delete(id)
    if (known.size > 0) await removeLinked(w, source.kind, [...known.keys()])
    for (const batch of chunksOf(stale, BATCH)) {
      if (isStopped()) return
      yield batch
      await setImmediate()
    }
    after = upTo ?? after
  }
}

async function linkBatch(
  { parts, process, changed, terms, version }: Linking,
  source: LinkSource,
  ids: readonly number[],
): Promise<void> {
  const { db, clock } = parts
  const stored = await listTrees(parts, source.kind, ids)
  const before = new Map(stored.map(({ owner, trees }) => [owner, trees]))
  const rows: Linked[] = []
  for (const owner of await source.load(parts, ids))
    rows.push(await linkOwner(source, owner, terms))
  await changing({ db, clock }, async (w) => {
    if ((await claim(w, process)) !== version) throw new ClaimLost()
    await saveLinked(w, source.kind, rows)
  })
  if (rows.some(({ owner, trees }) => (before.get(owner) ?? '{}') !== trees))
    changed.add(AREA_OF[source.kind])
}

type Owner = Awaited<ReturnType<LinkSource['load']>>[number]

/** Other requests are served between two texts. */
async function linkOwner({ kind }: LinkSource, owner: Owner, terms: Terms): Promise<Linked> {
  const { id, stamp, format, names, texts } = owner
  const own = { target: kind === 'content' ? null : { kind, id }, names }
  const trees: Record<string, Trees[string]> = {}
  const targets = new Map<string, Target>()
  for (const text of texts) {
    const formatted = format === 'light' ? parseLight(text) : null
    const linked = linkTerms(formatted ?? plainBlocks(text), terms, own)
    if (formatted !== null || linked.targets.length > 0) trees[hashOf(format, text)] = linked.tree
    for (const target of linked.targets) targets.set(`${target.kind} ${target.id}`, target)
    if (text.length > 2000) await setImmediate()
  }
  return { owner: id, stamp, trees: JSON.stringify(trees), targets: [...targets.values()] }
}

/** Scans when an area was cleared, which every change of public texts does, and everything once a minute. */
export function makeLinker(parts: Parts, sources: LinkSources, log: Log) {
  const process = randomUUID()
  const cleared = () =>
    Object.values(AREA_OF)
      .map((area) => parts.responseCache.stamp(area).cleared)
      .join()
  let [seen, readAt] = ['', -Infinity]
  return makePoller(log, 'texts could not be linked', POLL_MS, async (isStopped) => {
    const now = performance.now()
    if (cleared() === seen && now < readAt + WHOLE_EVERY_MS) return
    const before = cleared()
    const count = await linkTexts(parts, sources, { process, isStopped })
    if (count === null) return
    readAt = now
    // Clearing the cache after linking is not a change of texts.
    seen = count === 0 ? before : ''
    if (count > 0) log.info({ count }, 'texts were linked')
  })
}

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
async function updateTerms(deps: Opener, sources: LinkSources): Promise<void> {
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
    for (const [kind, rows] of Map.groupBy(gone, (row) => row.kind)) {
      const targets = rows.map(({ target }) => target)
      await markMentioning(w, kind, targets)
    }
    const keys = added.map(([key]) => key)
    for (const { kind, idsHolding } of allSources(sources))
      for (const key of keys.length > SEARCHED_MAX ? [null] : keys)
        await markStale(w, kind, key === null ? null : await idsHolding(w, key))
    await countChange(w)
  })
}
