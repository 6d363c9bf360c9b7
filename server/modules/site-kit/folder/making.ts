import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type KitBook, type KitPicture, SiteKit } from '#contract/schemas/siteKit.ts'
import type { PictureSlot } from '#contract/siteKit.ts'
import type { FileKey, FileStore } from '../../../files/fileStore.ts'
import { InvalidImage } from '../../../files/pictures.ts'
import type { Deps } from '../../../http/deps.ts'
import { Refusal, refusal } from '../../../http/errors.ts'
import { composeKit, type KitBase } from '../../../text/kit.ts'
import { inEnglish } from '../../../text/sentence.ts'
import { storeIcons } from '../icons.ts'
import { storeMark } from '../mark.ts'
import { cutPicture } from '../pictures.ts'
import { languagesOf, listTexts, problemsOf } from '../policy.ts'
import type { Icons } from '../repository.ts'
import { adoptOriginal, bookOfFiles, checkBook } from './adopting.ts'
import type { FolderPicture, SiteFolder } from './reading.ts'
import { checkOf } from './schema.ts'

/** Keeps new files in memory until all of them are made: nothing of a folder with problems reaches the store. */
type MemoryStore = FileStore & { readonly files: ReadonlyMap<FileKey, Buffer> }

/** @param below has the files that are not new */
function memoryStore(below: FileStore): MemoryStore {
  const files = new Map<FileKey, Buffer>()
  return {
    files,
    async put(key, contents) {
      files.set(key, contents instanceof Readable ? await buffer(contents) : Buffer.from(contents))
    },
    size: async (key) => files.get(key)?.length ?? below.size(key),
    bytes: async (key) => files.get(key) ?? below.bytes(key),
    async stream(key, range) {
      const found = files.get(key)
      if (found === undefined) return below.stream(key, range)
      return Readable.from([range ? found.subarray(range.start, range.end + 1) : found])
    },
    async remove(key) {
      files.delete(key)
    },
  }
}

/** `files` are new, and not stored yet. */
export type MadeKit = {
  readonly value: SiteKit
  readonly icons: Icons
  readonly files: ReadonlyMap<FileKey, Buffer>
}
type MakingDeps = Pick<Deps, 'files' | 'gates'> & { readonly base: KitBase }

type Making = {
  readonly site: SiteFolder
  readonly files: MemoryStore
  readonly gates: Deps['gates']
}

/** After the first problem files are only checked for more of them. */
const isTrial = ({ site }: Making): boolean => site.problems.found.length > 0

/**
 * Makes the kit of a folder, with all cuts of its pictures. What is wrong is added to the problems of the folder; then
 * the kit lacks parts.
 * @param current the kit in use
 */
export async function makeKit(
  site: SiteFolder,
  current: SiteKit,
  { files, gates, base }: MakingDeps,
): Promise<MadeKit> {
  const words = { ...site.plain, ...textsOf(site, current, base) }
  checkWords(site, words)
  const making: Making = { site, files: memoryStore(files), gates }
  const { mark: file } = site
  const mark =
    file &&
    (await refusedAt(site, 'mark', async () => storeMark(making, await readFile(file.path))))
  const pictures: Partial<Record<PictureSlot, KitPicture>> = {}
  for (const [slot, one] of site.pictures) {
    const made = await refusedAt(site, `pictures.${slot}`, () => madePicture(making, slot, one))
    if (made !== null) pictures[slot] = made
  }
  const book = await refusedAt(site, 'book', () => madeBook(making, composeKit(words, null).name))
  const value: SiteKit = {
    ...words,
    ...(mark && { mark }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(book && { book }),
  }
  const icons = isTrial(making)
    ? null
    : await refusedAt(site, 'mark', () => storeIcons(making, value))
  return { value, icons: icons ?? {}, files: making.files.files }
}

/** The rules of the desk. */
function checkWords({ problems, placeOf }: SiteFolder, words: SiteKit): void {
  for (const { path, problem } of checkOf(SiteKit)(words))
    problems.add(placeOf(path.join('.')), problem)
  for (const { place, problem } of problemsOf(words))
    problems.add(placeOf(place), inEnglish(problem))
}

/** A text that stays as it was keeps the default that it has replaced, so that a change of the default is noticed. */
function textsOf({ texts }: SiteFolder, current: SiteKit, base: KitBase): Pick<SiteKit, 'texts'> {
  const languages = languagesOf(Object.keys(texts))
  const defaults = new Map(listTexts(languages, base.texts).map(({ id, text }) => [id, text]))
  const entries = Object.entries(texts).map(([id, given]) => {
    if (typeof given !== 'string') return [id, given] as const
    const known = current.texts?.[id]
    const was = known?.text === given ? known.was : (defaults.get(id) ?? '')
    return [id, { text: given, was }] as const
  })
  return entries.length === 0 ? {} : { texts: Object.fromEntries(entries) }
}

/** @returns null for what is refused, which is a problem then */
async function refusedAt<Value>(
  { problems, placeOf }: SiteFolder,
  name: string,
  make: () => Promise<Value | null>,
): Promise<Value | null> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidImage)) throw error
    const { message } = error instanceof Refusal ? error : refusal(400, 'picture_broken')
    problems.add(placeOf(name), message)
    return null
  }
}

async function madePicture(
  making: Making,
  slot: PictureSlot,
  { path, focus }: FolderPicture,
): Promise<KitPicture | null> {
  const original = await adoptOriginal(making, path)
  return isTrial(making) ? null : cutPicture(making, slot, original, focus)
}

const madeBook = (making: Making, title: string) =>
  making.gates.images(async (): Promise<KitBook | null> => {
    const { book } = making.site
    if (book === null) return null
    if (!isTrial(making)) return bookOfFiles(making.files, book, title)
    await checkBook(making.files, book)
    return null
  })
