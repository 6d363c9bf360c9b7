import { useTranslation } from 'react-i18next'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'
import { useDeskUrl } from './useDeskUrl.ts'

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
