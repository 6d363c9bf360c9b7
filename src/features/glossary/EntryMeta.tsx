import { useTranslation } from 'react-i18next'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { thumbnailOf } from '#src/store/http/pictures.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'

/** Icon of types without one, and of names outside our set. */
const UNKNOWN = '/icons/game/book.svg'

/** The icon of a type, by its name in the game-icons set; decorative. */
function TypeIcon({ name, isSmall = false }: { name: string | null; isSmall?: boolean }) {
  const isName = name !== null && /^[a-z0-9-]+$/.test(name)
  return (
    <Picture
      src={isName ? `/icons/game/${name}.svg` : null}
      fallback={UNKNOWN}
      alt=""
      width={40}
      height={40}
      className={joined(
        'shrink-0 bg-transparent opacity-75 dark:invert print:filter-none',
        isSmall ? 'size-5 max-sm:hidden' : 'size-10 p-1',
      )}
    />
  )
}

const frame = 'mt-1.5 mb-2 h-14 w-14 shrink-0 rounded-sm sm:h-16 sm:w-24 print:hidden'

export function EntryThumbnail({ entry }: { entry: GlossaryEntry }) {
  const picture = thumbnailOf(entry, '/images/default-glossary-480.webp')
  if (picture === null)
    return (
      <span className={`${frame} flex items-center justify-center bg-current/5`}>
        <TypeIcon name={entry.entry_type_detail.icon} />
      </span>
    )
  return <Picture {...picture} alt="" width={96} height={64} sizes="6rem" className={frame} />
}

export function EntryMeta({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const { entry_type_detail: type, entry_subtype_name: subtype, created_by: author } = entry
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 pb-2 sm:ps-8 font-sans text-ui text-ink-soft">
      {/* Rows without a picture show the icon as thumbnail. */}
      {safeUrl(entry.image, 'file') !== null && <TypeIcon name={type.icon} isSmall />}
      <span className="wrap-anywhere">{type.name}</span>
      {subtype && (
        <>
          <span aria-hidden="true">·</span>
          <span className="wrap-anywhere">{subtype}</span>
        </>
      )}
      {!author.is_staff && (
        <span className="inline-flex items-center gap-1.5 ps-1">
          <span
            role="img"
            aria-label={t('glossary.user_made')}
            title={t('glossary.user_made')}
            className="text-moss"
          >
            <Icon name="pencil" />
          </span>
          <span className="wrap-anywhere">
            {author.username === FORMER_MEMBER ? t('group_page.log_former') : author.username}
          </span>
        </span>
      )}
    </p>
  )
}
