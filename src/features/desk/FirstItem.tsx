import { useTranslation } from 'react-i18next'
import { safeUrl } from '#shared/safeUrl.ts'
import { readKey } from '#src/platform/storage.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'

/**
 * The URL of the staff desk, without a slash at the end. It comes from the last profile in this browser, because public
 * pages load none (behaviour 12.2).
 * @returns null for everyone but staff, and with a server that names no desk
 */
function useDeskUrl(): string | null {
  const { isMember, isStaff } = useAppSelector(selectVisitor)
  const url = isMember && isStaff ? safeUrl(readKey('desk_url')) : null
  return url?.replace(/\/+$/, '') ?? null
}

type Props = {
  /** Resource of the desk with the form for the item (contract/desk.ts). */
  resource: string
  label: string
}

/** Stands in an empty list and leads staff to the form of its first item at the desk. */
export function FirstItem({ resource, label }: Props) {
  const { t } = useTranslation()
  const desk = useDeskUrl()
  if (desk === null) return null
  return (
    <div className="mt-5 print:hidden">
      <p className="mb-3 max-w-measure font-sans text-ui text-current/80">
        {t('desk.nothing_yet')}
      </p>
      <a
        href={`${desk}/${resource}/create`}
        target="_blank"
        rel="noreferrer"
        className={joined(controlClasses('secondary'), 'no-underline')}
      >
        <span className="contents">{label}</span>
        <Icon name="external" className="size-4" />
      </a>
    </div>
  )
}
