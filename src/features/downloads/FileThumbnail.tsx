import type { DownloadFile } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { safeWidths } from '#src/store/http/pictures.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Picture } from '#src/ui/Picture.tsx'

const frame = 'my-1.5 h-16 w-14 shrink-0 rounded-sm sm:w-24 print:hidden'

type Props = { file: DownloadFile; type: string | null }

/** The picture of a file, or an icon with its type; decorative. */
export function FileThumbnail({ file, type }: Props) {
  const image = safeUrl(file.image)
  const widths = [...safeWidths(file.thumbnails), ...safeWidths(file.pictures)]
  if (image !== null)
    return (
      <Picture
        src={widths[0]?.url ?? image}
        fallback="/images/empty-downloads.svg"
        widths={widths}
        alt=""
        width={96}
        height={64}
        sizes="6rem"
        className={frame}
      />
    )
  return (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center bg-current/5`}>
      <span className="flex h-12 w-9 flex-col items-center justify-center gap-0.5 rounded-sm border border-current/35 text-gold-deep">
        <Icon name="download" />
        <span className="font-sans text-xs leading-none font-bold">{type}</span>
      </span>
    </span>
  )
}
