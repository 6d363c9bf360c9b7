import { endFetch, keepErrorOf, type Options, openFetcher } from './fetchList.ts'
import { dropUnusedPictures, type KeptName, writeKept } from './keptDocuments.ts'
import { openPictures } from './keptPictures.ts'
import { planGlossary, planRules, sectionsPath } from './listPlans.ts'

/** Concurrent calls while a list is fetched. */
const KEPT_CALLS_AT_ONCE = 4

/** Lists that are saved as a whole, with their texts. */
export type KeptListName = Exclude<KeptName, 'downloads'>

export type Progress = { readonly done: number; readonly total: number }

const plans = { rules: planRules, glossary: planGlossary }

/**
 * Saves a list with the sections, one picture of each entry and those in its texts. The former copy stays until the new one is complete.
 * @throws KeepError
 */
export async function keepList(
  name: KeptListName,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  try {
    await fill(name, options, onProgress)
  } catch (error) {
    const failed = keepErrorOf(error)
    if (failed.failure === 'quota') await endFetch(name)
    await dropUnusedPictures().catch(() => undefined)
    throw failed
  }
}

async function fill(
  name: KeptListName,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const get = await openFetcher(name, options)
  const { responses, lists } = await plans[name](get)
  const pictures = await openPictures(options.signal)
  const work = Object.entries(lists).flatMap(([path, entries]) =>
    entries.map((entry) => ({ path, entry })),
  )
  let done = 0
  onProgress({ done, total: work.length })
  await atOnce(work, async ({ path, entry }) => {
    const sections = sectionsPath(path, entry.id)
    responses[sections] = (await get(sections)).data ?? []
    await pictures.keepOf(entry)
    await pictures.keepIn([entry, responses[sections]])
    done += 1
    onProgress({ done, total: work.length })
  })
  const all = { ...responses, ...lists }
  const bytes = new Blob([JSON.stringify(all)]).size + pictures.bytes()
  await writeKept(name, { at: Date.now(), bytes, answers: all, pictures: await pictures.urls() })
  await endFetch(name)
}

/** Works on a few items at a time; the first failure stops all. */
async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items].reverse()
  let hasFailed = false
  const lane = async () => {
    for (let item = left.pop(); item !== undefined && !hasFailed; item = left.pop())
      await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
  }
  const ends = await Promise.allSettled(Array.from({ length: KEPT_CALLS_AT_ONCE }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
