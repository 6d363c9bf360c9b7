import { MARK_PATH } from '#contract/pages.ts'
import type { KitPicture, PictureSlot, SiteKit } from '#contract/siteKit.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import { type Kit, type KitLooks, kitPath } from '../../text/kit.ts'
import { lookOf } from './mark.ts'
import { paletteCss, paletteOf } from './palette.ts'
import type { Icons } from './repository.ts'
import { filesOf, keyOf } from './slots.ts'

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

/** The texts of the book in the form of `public/rulebook/pages.json`. */
export const bookTexts = ({ pages }: NonNullable<SiteKit['book']>) => ({
  pages: pages.map(({ title, text }, index) => ({
    number: index + 1,
    title,
    text: text.split('\n').filter((line) => line.trim() !== ''),
  })),
})

type Manifest = { readonly icons?: readonly { readonly src: string }[] }

/** The manifest of an installed site with the name and the icons of the kit. @param built the manifest of the build */
export function manifestOf(built: string, kit: Kit): string {
  const { name, shortName, value, palette, language, texts } = kit
  const manifest = JSON.parse(built) as Manifest
  const icons = manifest.icons?.map((icon) => ({ ...icon, src: kitPath(kit, icon.src) }))
  return JSON.stringify({
    ...manifest,
    name,
    short_name: shortName,
    description: value.claim ?? texts.site.description,
    lang: language,
    icons,
    ...(palette && {
      background_color: palette.light.parchment,
      theme_color: palette.light.night,
    }),
  })
}
