import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { thumbnailOf } from '#src/store/http/pictures.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { TypeIcon } from './TypeIcon.tsx'

const frame = 'mt-2.5 mb-2 h-14 w-14 shrink-0 rounded-sm sm:h-16 sm:w-24 print:hidden'

/** The picture of a row, or the icon of its type; decorative. */
export function EntryThumbnail({ entry }: { entry: GlossaryEntry }) {
  const picture = thumbnailOf(entry)
  if (picture === null)
    return (
      <span className={`${frame} flex items-center justify-center bg-current/5`}>
        <TypeIcon name={entry.entry_type_detail.icon} />
      </span>
    )
  return <Picture {...picture} alt="" width={96} height={64} sizes="6rem" className={frame} />
}
