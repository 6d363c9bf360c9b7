import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import {
  BOOK_PAGES_MAX,
  type KitBook,
  type KitPicture,
  type PictureSlot,
  SiteKit,
} from '#contract/siteKit.ts'
import { messageOf } from '../../../config/thrown.ts'
import { lockTable } from '../../../db/dialect.ts'
import { announcing, deleteLoose } from '../../../db/looseFiles.ts'
import { publishMessage } from '../../../db/messages.ts'
import type { Read } from '../../../db/rows.ts'
import { type Actor, auditedChange } from '../../../desk/audit.ts'
import type { FileKey, FileStore } from '../../../files/fileStore.ts'
import { guarded, InvalidImage, kindOf } from '../../../files/pictures.ts'
import { KIT_TOPIC } from '../../../http/cache/clearing.ts'
import type { Deps } from '../../../http/deps.ts'
import { Refusal, refusal } from '../../../http/errors.ts'
import { check, type FoundCheck } from '../../../text/check.ts'
import { composeKit, type KitBase } from '../../../text/kit.ts'
import { inEnglish, said } from '../../../text/sentence.ts'
import type { CheckDeps, StartReport } from '../../face.ts'
import { inPdfThread, pageOfImage, pagesOfPdf, pdfOfPages, store } from '../book.ts'
import { keepFiles } from '../files.ts'
import { storeIcons } from '../icons.ts'
import { findBase } from '../kit.ts'
import { storeMark } from '../mark.ts'
import { BadPdf } from '../pdfium.ts'
import { assertStill, broken, cutPicture, storeOriginal } from '../pictures.ts'
import { languagesOf, listTexts, problemsOf } from '../policy.ts'
import { findCurrent, type Icons, insertKit, type KitRow, valueIn } from '../repository.ts'
import { checkOf, type FolderProblem } from './files.ts'
import {
  type Digests,
  type FolderBook,
  type FolderPicture,
  readSiteFolder,
  type SiteFolder,
} from './reading.ts'
import { hasSite, isForFolder, SITE_FILE } from './siteFile.ts'

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'gates'>
/** `id` of the new value; null where the site is like the folder already, or where there are problems. */
type ImportResult = {
  readonly id: number | null
  readonly problems: readonly FolderProblem[]
}

/** Another process was first. */
class AlreadyThere extends Error {}

/** Puts the kit of a folder into use: all of it, or nothing. */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  actor: Actor,
): Promise<ImportResult> {
  const site = await readSiteFolder(folder)
  const current = await findCurrent(deps)
  if (site.problems.found.length === 0 && isMadeOf(current, site.digests))
    return { id: null, problems: [] }
  const value = current ? valueIn(current) : {}
  const made = await makeKit(site, value, { ...deps, base: await findBase(deps) })
  const problems = site.problems.found
  if (problems.length > 0) return { id: null, problems }
  return { id: await storeKit(deps, { ...made, digests: site.digests }, actor), problems }
}

const isMadeOf = (row: KitRow | undefined, digests: Digests): boolean =>
  row?.source === 'folder' && row.folder === JSON.stringify(digests)

async function storeKit(
  deps: ImportDeps,
  { value, icons, files, digests }: MadeKit & { readonly digests: Digests },
  actor: Actor,
): Promise<number | null> {
  const { db, clock } = deps
  const store = announcing(deps.files, db, clock)
  const keys = [...files.keys()]
  try {
    for (const [key, bytes] of files) await store.put(key, bytes)
    return await auditedChange(deps, actor, { resource: 'site', action: 'import' }, change)
  } catch (error) {
    await deleteLoose(
      db,
      deps.files,
      keys.map((key) => ({ key, picture: null })),
    )
    if (error instanceof AlreadyThere) return null
    throw error
  }

  async function change(w: Read) {
    await lockTable(w.db, 'site_kits')
    const current = await findCurrent(w)
    if (isMadeOf(current, digests)) throw new AlreadyThere()
    await keepFiles(w, keys)
    const folder = JSON.stringify(digests)
    const kit = { value, icons, source: 'folder', folder, made_by: actor.id } as const
    const id = await insertKit(w, kit, w.now)
    await publishMessage(w.db, { topic: KIT_TOPIC, data: id })
    const before = current === undefined ? null : valueIn(current)
    return { record: id, before, after: value, response: id }
  }
}

/** The author in the audit log of what a start has read. */
const FOLDER: Actor = { id: null, username: 'site folder' }

/**
 * Puts the kit of the folder into use where nothing is set yet, or the starter alone. Later the folder is only compared:
 * what is set at the desk stays.
 */
export async function readFolderAtStart(
  deps: ImportDeps & Pick<Deps, 'settings'>,
): Promise<StartReport> {
  const { siteDir } = deps.settings
  if (!hasSite(siteDir) || !isForFolder(await findCurrent(deps))) return { notes: [], warnings: [] }
  const { problems } = await importFolder(deps, siteDir, FOLDER).catch((error: unknown) => ({
    problems: [{ place: SITE_FILE, problem: messageOf(error) }],
  }))
  const lines = problems.map(({ place, problem }) => `\n  ${place}: ${problem}`)
  return problems.length === 0
    ? { notes: [`Name, texts and looks of the site were taken from ${siteDir}.`], warnings: [] }
    : {
        notes: [],
        warnings: [`SITE_DIR: ${siteDir} has problems. The site stays as it was.${lines.join('')}`],
      }
}

/** Whether the folder has something that the site has not taken in. Reads all of its files. */
export async function folderCheck({ db, settings }: CheckDeps): Promise<FoundCheck[]> {
  const { siteDir: folder } = settings
  if (!hasSite(folder)) {
    // Someone meant a folder without `site.yaml` to be read.
    const isStray = existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith('.'))
    return [check('site_folder', isStray ? 'wrong_stray' : 'ok_none', { folder })]
  }
  const { digests } = await readSiteFolder(folder)
  const taken = (await findCurrent({ db }))?.folder
  return [check('site_folder', taken === JSON.stringify(digests) ? 'ok' : 'wrong', { folder })]
}

/*
 * Files of a folder. What the server itself has encoded stays as it is, byte for byte, so that an export that is
 * imported again has lost nothing.
 */

/** Pixels of originals and of pages, at most. */
const ORIGINAL_SIDE = 3840
const PAGE_SIDE = 1600
/** Time for a look into a PDF. */
const PDF_MS_MAX = 20_000

/** @returns the name of the stored file @throws Refusal */
async function adoptOriginal(deps: Pick<Deps, 'files' | 'gates'>, path: string): Promise<string> {
  const bytes = await readFile(path)
  const kind = await deps.gates.images(async () => {
    const found = await assertStill(bytes)
    return (await isOurs(bytes, ORIGINAL_SIDE)) ? found : null
  })
  if (kind === null || kind === 'avif') return (await storeOriginal(deps, bytes)).key
  return store(deps.files, kind === 'jpeg' ? 'jpg' : kind, bytes)
}

/** Upright, without metadata, and no larger than what is kept. @throws Refusal for a broken picture */
async function isOurs(bytes: Buffer, sideMax: number): Promise<boolean> {
  const { exif, icc, iptc, xmp, orientation, comments, width, height } = await sharp(
    bytes,
    guarded,
  ).metadata()
  // Decodes all of it.
  await sharp(bytes, guarded).stats().catch(broken)
  const noted = exif ?? icc ?? iptc ?? xmp ?? orientation ?? comments
  return noted === undefined && Math.max(width, height) <= sideMax
}

/** Finds what is wrong with the files of a book. Run it within the gate for images. @throws Refusal, InvalidImage */
async function checkBook(files: FileStore, { pdf, pages }: FolderBook): Promise<void> {
  for (const { path } of pages) await adoptPage(files, path)
  if (pdf !== null) await adoptPdf(files, pdf.path)
}

/**
 * A book of pages, of a PDF, or of both, where the PDF is what readers download. Run it within the gate for images.
 * @throws Refusal, InvalidImage
 */
async function bookOfFiles(
  files: FileStore,
  { pdf, pages: images, texts }: FolderBook,
  title: string,
): Promise<KitBook> {
  if (images.length === 0 && pdf !== null) {
    const book = await pagesOfPdf(files, pdf.path, { title })
    return { ...book, pages: withTexts(book.pages, texts) }
  }
  const pages: KitBook['pages'] = []
  for (const { path } of images) pages.push(await adoptPage(files, path))
  const key = pdf === null ? await pdfOfPages(files, pages, title) : await adoptPdf(files, pdf.path)
  return { pages: withTexts(pages, texts), pdf: key }
}

function withTexts(pages: KitBook['pages'], texts: FolderBook['texts']): KitBook['pages'] {
  if (texts.length > pages.length)
    throw new Refusal(
      400,
      'book_texts',
      said('kit.book_texts', {
        pages: said('kit.book_pages', { count: pages.length }),
        texts: said('kit.texts_of_pages', { count: texts.length }),
      }),
    )
  return pages.map((page, index) => ({ ...page, ...texts[index] }))
}

async function adoptPage(files: FileStore, path: string): Promise<KitBook['pages'][number]> {
  const bytes = await readFile(path)
  if (kindOf(bytes) !== 'webp' || !(await isOurs(bytes, PAGE_SIDE)))
    return pageOfImage(files, bytes)
  await assertStill(bytes)
  const { width, height, hasAlpha } = await sharp(bytes, guarded).metadata()
  if (hasAlpha) return pageOfImage(files, bytes)
  return { key: await store(files, 'webp', bytes), width, height, title: '', text: '' }
}

async function adoptPdf(files: FileStore, path: string): Promise<string> {
  try {
    await inPdfThread(PDF_MS_MAX, (ask) => ask('open', path, BOOK_PAGES_MAX))
  } catch (error) {
    throw error instanceof BadPdf ? refusal(400, error.code, { limit: BOOK_PAGES_MAX }) : error
  }
  return store(files, 'pdf', await readFile(path))
}

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
type MadeKit = {
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

/** A folder with a problem is only checked for further ones. */
const isTrial = ({ site }: Making): boolean => site.problems.found.length > 0

/**
 * Makes the kit of a folder, with all cuts of its pictures. What is wrong is added to the problems of the folder; then
 * the kit lacks parts.
 * @param current the kit in use
 */
async function makeKit(
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
  return isTrial(making) ? null : cutPicture(making, slot, { original, focus })
}

const madeBook = (making: Making, title: string) =>
  making.gates.images(async (): Promise<KitBook | null> => {
    const { book } = making.site
    if (book === null) return null
    if (!isTrial(making)) return bookOfFiles(making.files, book, title)
    await checkBook(making.files, book)
    return null
  })
