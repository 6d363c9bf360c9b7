import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TypeIcon } from './TypeIcon.tsx'

/** Type, sub-type and, of an entry that is not by the staff, the mark and the author (behaviour 2). */
export function EntryMeta({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const { entry_type_detail: type, entry_subtype_name: subtype, created_by: author } = entry
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 pb-2 sm:ps-8 font-sans text-ui text-ink-soft">
      {/* Rows without a picture show the icon as thumbnail. */}
      {safeUrl(entry.image) !== null && <TypeIcon name={type.icon} isSmall />}
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
          <span className="wrap-anywhere">{author.username}</span>
        </span>
      )}
    </p>
  )
}
