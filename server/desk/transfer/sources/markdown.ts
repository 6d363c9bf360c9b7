import { type Sentence, said } from '../../../text/sentence.ts'
import { decoded } from './decoding.ts'
import { entryOf } from './markdownEntry.ts'
import { isPicture, Targets, withoutExtension } from './markdownTargets.ts'
import {
  type Files,
  type Loss,
  type Source,
  type SourceEntry,
  type SourceFile,
  UnreadableSource,
} from './source.ts'

const TEXT = /\.(?:md|markdown|txt)$/i
const MB = 1024 * 1024
/** Bytes of one text, which is read as a whole, and of all texts. */
const TEXT_MAX = 2 * MB
const TEXTS_MAX = 64 * MB

const byName = new Intl.Collator('en', { numeric: true })

/** Each text as an entry. Folders are kinds, and folders within them parts, unless the front matter says others. */
export async function readMarkdown(files: Files): Promise<Source> {
  const losses: Loss[] = []
  const texts = textsIn(files, losses)
  const ids = idsOf(texts)
  const targets = new Targets(files.values(), ids)
  const used = new Map<string, SourceFile>()
  const found: { entry: SourceEntry; order: number }[] = []
  for (const file of texts) {
    const { name } = file
    const problems = new Map<string, Sentence>()
    const lose = (problem: Sentence) => problems.set(JSON.stringify(problem), problem)
    const entry = entryOf(decoded(await file.bytes(), lose), ids.get(name) ?? name, {
      name,
      find: (href, isWiki) => targets.find(href, name, isWiki),
      lose,
      use: (picture) => addUsed(used, files, picture),
    })
    losses.push(...Array.from(problems.values(), (problem) => ({ place: name, problem })))
    found.push(entry)
  }
  for (const { name } of files.values())
    if (!(used.has(name) || TEXT.test(name)))
      losses.push({
        place: name,
        problem: isPicture(name) ? said('transfer.unused_picture') : said('transfer.other_kind'),
      })
  const entries = found.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry)
  return { entries, files: used, losses }
}

function textsIn(files: Files, losses: Loss[]): SourceFile[] {
  const texts = [...files.values()].filter(({ name }) => TEXT.test(name))
  const short = texts.filter(({ size }) => size <= TEXT_MAX)
  for (const { name, size } of texts)
    if (size > TEXT_MAX)
      losses.push({
        place: name,
        problem: said('transfer.long_text', { limit: TEXT_MAX / MB }),
      })
  if (short.reduce((sum, { size }) => sum + size, 0) > TEXTS_MAX)
    throw new UnreadableSource(said('transfer.texts_size', { limit: TEXTS_MAX / MB }))
  return short.toSorted((a, b) => byName.compare(a.name, b.name))
}

/** Ids by the names of files: without the extension, unless another text has the same. */
function idsOf(texts: readonly SourceFile[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    texts.map(({ name }) => {
      const short = withoutExtension(name)
      const id = taken.has(short) ? name : short
      taken.add(id)
      return [name, id]
    }),
  )
}

function addUsed(used: Map<string, SourceFile>, files: Files, name: string): void {
  const file = files.get(name)
  if (file) used.set(name, file)
}
