import type { Block } from '#contract/formatting.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { joined } from './look.ts'
import { Picture } from './Picture.tsx'
import { Runs, type Shared } from './RichRuns.tsx'

type Image = Extract<Block, { type: 'image' }>

/** From the width of a tablet; a phone has no room beside a picture. */
const SHARES = new Map([
  [25, 'sm:w-1/4'],
  [50, 'sm:w-1/2'],
  [75, 'sm:w-3/4'],
  [100, 'w-full'],
])

export function RichImage({ image, shared }: { image: Image; shared: Shared }) {
  const { picture, pictures, alt, caption, share } = image
  const widths = pictures.filter(({ url }) => safeUrl(url, 'file') !== null)
  return (
    <figure className={joined('mx-auto w-fit print:break-inside-avoid', SHARES.get(share ?? 0))}>
      <Picture
        src={safeUrl(picture.url, 'file')}
        fallback={null}
        alt={alt}
        width={picture.width}
        height={picture.height}
        widths={widths}
        sizes="(min-width: 40rem) 40rem, 100vw"
        className={joined('h-auto rounded', share !== null && 'w-full')}
      />
      {caption && (
        <figcaption className="mt-1.5 text-center font-sans text-sm text-ink-soft">
          <Runs runs={caption} shared={shared} />
        </figcaption>
      )}
    </figure>
  )
}
