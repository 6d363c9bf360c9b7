import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MARK_PATH } from '#contract/pages.ts'
import type { KitPicture, PictureSlot, SiteKit } from '#contract/siteKit.ts'
import { languageFolders } from '../../config/locales.ts'
import type { HasDb } from '../../db/rows.ts'
import { starterTexts } from '../../db/seed/languages.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import { takeNewKit } from '../../http/cache/clearing.ts'
import type { Deps } from '../../http/deps.ts'
import { previewTokensFor } from '../../http/framing.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import { composeKit, type Kit, type KitBase, type KitLooks, PRODUCT } from '../../text/kit.ts'
import { textsIn } from '../../text/languages.ts'
import type { Log } from '../face.ts'
import { lookOf } from './mark.ts'
import { paletteCss, paletteOf } from './palette.ts'
import { filesOf, keyOf } from './pictures.ts'
import { findDraft, type Icons, valueIn } from './repository.ts'

/** Kits by whether the videos of the rules are hidden. */
const starters = new Map<boolean, KitBase>()

/** What lies below all that the community has set. */
export async function findBase(w: HasDb): Promise<KitBase> {
  const row = await w.db
    .selectFrom('site_kit_bases')
    .select('hides_videos')
    .where('name', '=', 'starter')
    .executeTakeFirst()
  if (row === undefined) return PRODUCT
  const hidesVideos = row.hides_videos === 1
  const base = starters.get(hidesVideos) ?? starterBase(hidesVideos)
  starters.set(hidesVideos, base)
  return base
}

/** The words in every language, also in one that the site is served in later. */
function starterBase(hidesVideos: boolean): KitBase {
  const texts = languageFolders().flatMap((language) =>
    // Names of docs/site.md, without the language before them.
    Object.entries(starterTexts('texts', language)).map(
      ([name, text]) => [`${language}/${name}`, text] as const,
    ),
  )
  const hidden = hidesVideos ? (['videos'] as const) : []
  return { texts: Object.fromEntries(texts), hasBook: false, hidden }
}

const digests = new WeakMap<KitBase, string>()

/** Also changes with the texts that are not the community's: browsers keep files of one stamp for ever. */
function stampOf(id: number, base: KitBase): string {
  const all = digests.get(base) ?? digestOf([base, ...languageFolders().map(textsIn)])
  digests.set(base, all)
  return `${id}-${all}`
}

const digestOf = (texts: readonly object[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)

type Row = { readonly id: number; readonly is_empty: boolean }

export const stampIn = (row: Row | undefined, base: KitBase): string | null =>
  row === undefined || (row.is_empty && base === PRODUCT) ? null : stampOf(row.id, base)

async function findStamp(w: HasDb): Promise<string | null> {
  const row = await w.db
    .selectFrom('site_kits')
    .select(['id', (eb) => eb('value', '=', '{}').as('is_empty')])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return stampIn(row && { id: row.id, is_empty: Boolean(row.is_empty) }, await findBase(w))
}

/** Permissions to see the draft. */
export const draftTokens = (jwtSecret: string) =>
  previewTokensFor(jwtSecret, 'discordia site preview')

/** Drafts that are composed at the same time; each is some hundred kilobytes. */
const DRAFTS_MAX = 5

/** Finds the kit of a draft by its token; null for a wrong token, and for a draft that is gone. */
export function findDraftKit(
  deps: Pick<Deps, 'db' | 'clock' | 'jwtSecret' | 'files' | 'settings'>,
) {
  const { previewOf } = draftTokens(deps.jwtSecret)
  const composed = new LRUCache<string, { readonly of: string; readonly kit: Kit }>({
    max: DRAFTS_MAX,
  })
  return async (token: string): Promise<Kit | null> => {
    const preview = previewOf(token, deps.clock())
    const draft = preview && (await findDraft(deps))
    if (!draft) return null
    const known = composed.get(token)
    if (known?.of === draft.value) return known.kit
    const value = valueIn(draft)
    const [looks, base] = [await looksOf(deps, value, {}), await findBase(deps)]
    const { languages } = deps.settings
    const kit = composeKit(value, token, { looks, languages, base })
    composed.set(token, { of: draft.value, kit })
    return kit
  }
}

const LOOK_EVERY_MS = 5000

/**
 * Loads a kit that no message has announced: with SQLite the command line writes it in another process, and with
 * PostgreSQL the read after a message may have failed.
 */
export async function takeMissedKit(deps: Deps): Promise<void> {
  if ((await findStamp(deps)) !== deps.kit.current().stamp) await takeNewKit(deps)
}

export const makeKitWatcher = (deps: Deps, log: Log): Poller =>
  makePoller(log, 'the kit of the site was not read', LOOK_EVERY_MS, () => takeMissedKit(deps))

/** Files, mark and colours of a kit. @param icons none for a draft, whose icons are not made yet */
export async function looksOf(
  { files }: { readonly files: FileStore },
  { pictures, mark, book, colours }: SiteKit,
  icons: Icons,
): Promise<KitLooks> {
  const paths = new Map(Object.entries(icons))
  for (const [slot, picture] of Object.entries(pictures ?? {}) as [PictureSlot, KitPicture][])
    for (const file of filesOf(slot)) paths.set(file.path, nameOf(keyOf(picture.key, file)))
  book?.pages.forEach(({ key }, index) => {
    paths.set(`/rulebook/page-${String(index + 1).padStart(2, '0')}.webp`, key)
  })
  if (book) paths.set('/rulebook/RPG-Initiative-Online.pdf', book.pdf)
  const look = mark ? await lookOf(files, mark) : null
  // The icons of a draft are not made yet: its pages show the upload.
  if (mark && look && !paths.has(MARK_PATH)) paths.set(MARK_PATH, mark.key)
  const palette = colours && paletteOf(colours)
  return {
    files: paths,
    mark: look,
    styles: palette ? paletteCss(palette) : '',
    ...(palette && { palette }),
  }
}
