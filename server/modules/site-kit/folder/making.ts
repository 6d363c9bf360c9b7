import { readFile } from 'node:fs/promises'
import { type KitBook, type KitPicture, SiteKit } from '#contract/schemas/siteKit.ts'
import type { PictureSlot } from '#contract/siteKit.ts'
import type { FileKey } from '../../../files/fileStore.ts'
import { InvalidImage } from '../../../files/pictures.ts'
import type { Deps } from '../../../http/deps.ts'
import { Refusal, refusal } from '../../../http/errors.ts'
import { composeKit, type KitBase } from '../../../text/kit.ts'
import { inEnglish } from '../../../text/sentence.ts'
import { storeMark } from '../mark.ts'
import { cutPicture } from '../pictures.ts'
import { problemsOf } from '../policy.ts'
import type { Icons } from '../repository.ts'
import { storeIcons } from '../saving.ts'
import { languagesOf, listTexts } from '../texts.ts'
import { adoptOriginal, bookOfFiles, checkBook } from './adopting.ts'
import { type MemoryStore, memoryStore } from './memoryStore.ts'
import type { Digests, FolderBook, FolderPicture, SiteFolder } from './reading.ts'
import { checkOf } from './siteYaml.ts'

/** The kit in use, made of a folder: what has not changed since is taken from it. */
export type Before = { readonly value: SiteKit; readonly digests: Digests }
/** `files` are new, and not stored yet. */
export type MadeKit = {
  readonly value: SiteKit
  readonly icons: Icons
  readonly files: ReadonlyMap<FileKey, Buffer>
}
type MakingDeps = Pick<Deps, 'files' | 'gates'> & { readonly base: KitBase }

type Making = {
  readonly site: SiteFolder
  readonly before: Before | null
  readonly store: MemoryStore
  readonly gates: Deps['gates']
}

/** After the first problem files are only checked for more of them. */
const isTrial = ({ site }: Making): boolean => site.problems.found.length > 0

/**
 * Makes the kit of a folder, with all cuts of its pictures. What is wrong is added to the problems of the folder; then
 * the kit lacks parts.
 */
export async function makeKit(
  site: SiteFolder,
  before: Before | null,
  { files, gates, base }: MakingDeps,
): Promise<MadeKit> {
  const words = { ...site.plain, ...textsOf(site, before, base) }
  checkWords(site, words)
  const making: Making = { site, before, store: memoryStore(files), gates }
  const name = composeKit(words, null).name
  const mark = site.mark && (await madeMark(making, site.mark.path))
  const pictures = await madePictures(making)
  const book = site.book && (await madeBook(making, site.book, name))
  const value: SiteKit = {
    ...words,
    ...(mark && { mark }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(book && { book }),
  }
  const deps = { files: making.store, gates }
  const icons = isTrial(making)
    ? null
    : await refusedAt(site, 'mark', () => storeIcons(deps, value))
  return { value, icons: icons ?? {}, files: making.store.files }
}

/** The rules of the desk. */
function checkWords({ problems, placeOf }: SiteFolder, words: SiteKit): void {
  for (const { path, problem } of checkOf(SiteKit)(words))
    problems.add(placeOf(path.join('.')), problem)
  for (const { place, problem, proposal } of problemsOf(words)) {
    const advice = proposal === undefined ? '' : ` Try "${proposal}".`
    problems.add(placeOf(place), inEnglish(problem) + advice)
  }
}

/** A text that stays as it was keeps the default that it has replaced, so that a change of the default is noticed. */
function textsOf(
  { texts }: SiteFolder,
  before: Before | null,
  base: KitBase,
): Pick<SiteKit, 'texts'> {
  const languages = languagesOf(Object.keys(texts))
  const defaults = new Map(listTexts(languages, base.texts).map(({ id, text }) => [id, text]))
  const entries = Object.entries(texts).map(([id, given]) => {
    if (typeof given !== 'string') return [id, given] as const
    const known = before?.value.texts?.[id]
    const was = known?.text === given ? known.was : (defaults.get(id) ?? '')
    return [id, { text: given, was }] as const
  })
  return entries.length === 0 ? {} : { texts: Object.fromEntries(entries) }
}

/** @returns null for what is refused, which is a problem then */
async function part<Value>(
  { site, before }: Making,
  name: string,
  known: (value: SiteKit) => Value | undefined,
  make: () => Promise<Value | null>,
): Promise<Value | null> {
  const isSame = before !== null && before.digests[name] === site.digests[name]
  const kept = isSame ? known(before.value) : undefined
  return kept ?? refusedAt(site, name, make)
}

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

const madeMark = (making: Making, path: string) =>
  part(
    making,
    'mark',
    (value) => value.mark,
    async () => storeMark({ files: making.store, gates: making.gates }, await readFile(path)),
  )

async function madePictures(making: Making): Promise<NonNullable<SiteKit['pictures']>> {
  const made: Partial<Record<PictureSlot, KitPicture>> = {}
  for (const [slot, picture] of making.site.pictures) {
    const one = await part(
      making,
      `pictures.${slot}`,
      (value) => picturesIn(value)[slot],
      () => madePicture(making, slot, picture),
    )
    if (one !== null) made[slot] = one
  }
  return made
}

type Pictures = Readonly<Partial<Record<PictureSlot, KitPicture>>>
export const picturesIn = ({ pictures = {} }: SiteKit): Pictures => pictures

async function madePicture(
  making: Making,
  slot: PictureSlot,
  { path, focus }: FolderPicture,
): Promise<KitPicture | null> {
  const deps = { files: making.store, gates: making.gates }
  const original = await adoptOriginal(deps, path)
  return isTrial(making) ? null : cutPicture(deps, slot, original, focus)
}

const madeBook = (making: Making, book: FolderBook, title: string) =>
  part<KitBook>(
    making,
    'book',
    (value) => value.book,
    () =>
      making.gates.images(async () => {
        if (!isTrial(making)) return bookOfFiles(making.store, book, title)
        await checkBook(making.store, book)
        return null
      }),
  )
