import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEFAULT_COLOURS } from '#contract/colours.ts'
import type { SiteKit } from '#contract/schemas/siteKit.ts'
import { publicKey } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import type { Deps } from '../../http/deps.ts'
import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { type MarkColours, makeIcons, type Scene } from './icons.ts'
import { keepingFiles } from './keeping.ts'
import { paletteOf } from './palette.ts'
import type { Icons } from './repository.ts'

/** The picture of the product for links, where the community has none of its own for the landing page. */
const LANDING = join(SITE_FOLDER, 'images/hero-landing-1920.webp')
/** The moon of this picture stands at its right edge. */
const LANDING_FOCUS = { x: 1, y: 0.5 }

/**
 * Makes icons and social picture of the mark. Call it before the transaction that saves the kit: drawing takes longer
 * than a transaction may.
 * @throws Refusal for an SVG that takes too long to draw
 */
export const iconsFor = (
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'gates'>,
  value: SiteKit,
): Promise<Icons> => keepingFiles(deps, (files) => storeIcons({ files, gates: deps.gates }, value))

/** The same, for files that the caller looks after. @throws Refusal */
export async function storeIcons(
  deps: Pick<Deps, 'files' | 'gates'>,
  value: SiteKit,
): Promise<Icons> {
  const { mark } = value
  if (mark === undefined) return {}
  const colours = coloursOf(value)
  const made = await makeIcons(deps, mark, colours, await sceneOf(deps, value, colours))
  return Object.fromEntries(Object.entries(made.files).map(([path, key]) => [path, nameOf(key)]))
}

function coloursOf({ colours }: SiteKit): MarkColours {
  const { light } = paletteOf(colours ?? DEFAULT_COLOURS)
  return { header: light.night, mark: light['gold-light'], ink: light.ink }
}

async function sceneOf(
  { files }: Pick<Deps, 'files'>,
  { pictures }: SiteKit,
  { header }: MarkColours,
): Promise<Scene> {
  const own = pictures?.['hero-landing']
  const key = own && publicKey(own.original)
  if (own && key) return { bytes: await files.bytes(key), focus: own.focus }
  if (existsSync(LANDING)) return { bytes: await readFile(LANDING), focus: LANDING_FOCUS }
  const plain = sharp({ create: { width: 1200, height: 630, channels: 3, background: header } })
  return { bytes: await plain.png().toBuffer(), focus: LANDING_FOCUS }
}
