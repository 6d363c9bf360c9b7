import type { ContentItem, Picture } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'

/** What a picture is drawn from; the fallback is one of the site's own files. */
export type PictureSource = {
  src: string
  fallback: string
  widths: ReadonlyArray<{ url: string; width: number }>
}

const ownPicture = (name: 'news' | 'event', width: number) =>
  `/images/default-${name}-${width}.webp`

/** As specified: without a picture of its own an item shows one that depends on its type (behaviour 2). */
export function pictureOf({
  type,
  background_image,
  pictures,
}: Pick<ContentItem, 'type' | 'background_image' | 'pictures'>): PictureSource {
  const name = type === 'News' ? 'news' : 'event'
  const fallback = ownPicture(name, 960)
  const src = safeUrl(background_image)
  return src === null
    ? {
        src: fallback,
        fallback,
        widths: [480, 960].map((width) => ({ url: ownPicture(name, width), width })),
      }
    : { src, fallback, widths: safeWidths(pictures) }
}

/** Those widths that can stand in a `srcset`, where a space or a comma would begin another candidate. */
export const safeWidths = (pictures: readonly Picture[] | undefined): PictureSource['widths'] =>
  (Array.isArray(pictures) ? (pictures as readonly Partial<Picture>[]) : []).flatMap((picture) => {
    const url = safeUrl(picture?.url)
    const width = picture?.width
    const isUsable =
      url !== null && !/[\s,]/.test(url) && Number.isInteger(width) && Number(width) > 0
    return isUsable ? [{ url, width: Number(width) }] : []
  })
