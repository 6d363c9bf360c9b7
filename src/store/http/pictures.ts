import type { ContentItem } from '#contract/content.ts'
import type { Picture } from '#contract/shapes.ts'
import { safeUrl } from '#shared/safeUrl.ts'

type PictureSource = {
  src: string
  fallback: string
  widths: ReadonlyArray<{ url: string; width: number }>
}

type WithImage = { image: string | null; pictures?: readonly Picture[] }
type Drawing = 'news' | 'event' | 'rule' | 'glossary'

const drawingOf = (name: Drawing, width: number) => `/images/default-${name}-${width}.webp`

/** Candidates that are valid in a `srcset`, where a space or a comma would start another one. */
export const safeWidths = (pictures: readonly Picture[] | undefined): PictureSource['widths'] =>
  (Array.isArray(pictures) ? (pictures as readonly Partial<Picture>[]) : []).flatMap((picture) => {
    const url = safeUrl(picture?.url, 'file')
    const width = picture?.width
    const isUsable =
      url !== null && !/[\s,]/.test(url) && Number.isInteger(width) && Number(width) > 0
    return isUsable ? [{ url, width: Number(width) }] : []
  })

export function pictureOrDefault({ image, pictures }: WithImage, kind: Drawing): PictureSource {
  const fallback = drawingOf(kind, 960)
  const src = safeUrl(image, 'file')
  const widths =
    src === null
      ? [480, 960].map((width) => ({ url: drawingOf(kind, width), width }))
      : safeWidths(pictures)
  return { src: src ?? fallback, fallback, widths }
}

/** As specified: an item without a picture shows a default that depends on its type (behaviour 2.7). */
export const articlePicture = ({
  type,
  background_image: image,
  pictures,
}: Pick<ContentItem, 'type' | 'background_image' | 'pictures'>): PictureSource =>
  pictureOrDefault({ image, pictures }, type === 'News' ? 'news' : 'event')

type WithThumbnails = WithImage & { thumbnails?: readonly Picture[] }

/** A picture in the size of a list row; null without a usable URL. */
export function thumbnailOf(
  { image, pictures, thumbnails }: WithThumbnails,
  fallback: string,
): PictureSource | null {
  const src = safeUrl(image, 'file')
  if (src === null) return null
  const widths = [...safeWidths(thumbnails), ...safeWidths(pictures)]
  // `src` is for browsers that ignore `srcset`; the original may be as large as a screen.
  return { src: widths[0]?.url ?? src, fallback, widths }
}
