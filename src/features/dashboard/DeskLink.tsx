import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The staff desk has an origin of its own, which only the server knows. */
export function DeskLink() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const url = webUrl(profile?.desk_url)
  if (url === null) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-gold-light underline underline-offset-4"
    >
      {t('dashboard.staff_desk')}
      <Icon name="external" className="size-4" />
    </a>
  )
}

/** Only http and https. */
const webUrl = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : null
