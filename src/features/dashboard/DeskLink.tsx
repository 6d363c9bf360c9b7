import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Staff work elsewhere, on an origin of its own; only the server knows where. */
export function DeskLink() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const address = webAddress(profile?.desk_url)
  if (address === null) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-gold-light underline underline-offset-4"
    >
      {t('dashboard.staff_desk')}
      <Icon name="external" className="size-4" />
    </a>
  )
}

/** Nothing else is followed, whatever the answer holds. */
const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : null
