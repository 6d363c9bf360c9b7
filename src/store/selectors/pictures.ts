import type { Picture } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { type PictureSource, safeWidths } from './content.ts'

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
