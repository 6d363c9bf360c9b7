import type { KitPicture, SiteKit } from '#contract/schemas/siteKit.ts'
import type { PictureSlot } from '#contract/siteKit.ts'
import { type FileStore, publicKey } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import type { KitLooks } from '../../text/kit.ts'
import { element } from '../../text/markup.ts'
import { storedMark, viewBoxOf } from './mark.ts'
import { paletteCss, paletteOf } from './palette.ts'
import type { Icons } from './repository.ts'
import { filesOf, keyOf } from './slots.ts'

/** Pixels at which a mark of pixels stands in the page, twice the height that the header shows. */
const SYMBOL_PX = 96

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
  const palette = colours && paletteOf(colours)
  return {
    files: paths,
    symbol: mark ? await symbolOf(files, mark) : '',
    styles: palette ? paletteCss(palette) : '',
    ...(palette && { palette }),
  }
}

/** Empty for a mark whose file is gone: the site then starts with the mark of the product. */
async function symbolOf(files: FileStore, mark: NonNullable<SiteKit['mark']>): Promise<string> {
  const key = publicKey(mark.key)
  if (key === null || (await files.size(key)) === null) return ''
  // The stored file is checked again: its content becomes part of every page.
  const { markup, box } = await storedMark(files, mark)
  return element('symbol', await markup(SYMBOL_PX), { id: 'own-mark', viewBox: viewBoxOf(box) })
}

/** The texts of the book in the form of `public/rulebook/pages.json`. */
export const bookTexts = ({ pages }: NonNullable<SiteKit['book']>) => ({
  pages: pages.map(({ title, text }, index) => ({
    number: index + 1,
    title,
    text: text.split('\n').filter((line) => line.trim() !== ''),
  })),
})
