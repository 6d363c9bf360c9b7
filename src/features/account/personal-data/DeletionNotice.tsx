import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { TimeSpan } from '#src/ui/Time.tsx'

/** Notice above all tabs while the profile says that the account is due to be deleted. */
export function DeletionNotice() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const due = profile?.deletion_due_at
  if (typeof due !== 'string') return null
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-sm">
      <span>
        {t('deletion.due')} <TimeSpan start={due} />
      </span>
      <Link
        to="?section=deletion&tab=settings#section-deletion"
        className="inline-flex min-h-tap min-w-tap items-center gap-2 underline underline-offset-4"
      >
        {t('deletion.to_settings')}
      </Link>
    </p>
  )
}
