import type { Picture } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { type PictureSource, safeWidths } from '../content/selectors.ts'

/** A picture in the size of a row; null without one of its own, or where its address is none. */
export function thumbnailOf({
  image,
  pictures,
  thumbnails,
}: WithImage & { thumbnails?: readonly Picture[] }): PictureSource | null {
  const src = safeUrl(image)
  if (src === null) return null
  const widths = [...safeWidths(thumbnails), ...safeWidths(pictures)]
  // The source itself is for browsers that choose no width, and may be as large as a screen.
  return { src: widths[0]?.url ?? src, fallback: '/images/default-glossary-480.webp', widths }
}

type WithImage = { image: string | null; pictures?: readonly Picture[] }

/** The picture of a rule or of an entry of the glossary; without one of its own, the drawing kept for its kind. */
export function pictureOrDefault(
  { image, pictures }: WithImage,
  kind: 'rule' | 'glossary',
): PictureSource {
  const drawing = (width: number) => `/images/default-${kind}-${width}.webp`
  const fallback = drawing(960)
  const src = safeUrl(image)
  return src === null
    ? {
        src: fallback,
        fallback,
        widths: [480, 960].map((width) => ({ url: drawing(width), width })),
      }
    : { src, fallback, widths: safeWidths(pictures) }
}
