import { useTranslation } from 'react-i18next'
import type { NameChange } from '#contract/schemas/profile.ts'
import { useDeleteNameChangeMutation } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'

/** The pending request, with a button to withdraw it. */
export function PendingNameChange({ request }: { request: NameChange }) {
  const { t } = useTranslation()
  const [remove, { isLoading, isSuccess }] = useDeleteNameChangeMutation()

  return (
    <>
      <div className="flex items-start gap-3 rounded border border-line bg-parchment/60 px-4 py-3">
        <dl className="flex min-w-0 flex-1 flex-col gap-2 font-sans text-ui">
          <div>
            <dt className="text-sm text-ink-soft">{t('dashboard.requested_name')}</dt>
            <dd className="font-medium wrap-anywhere">{request.new_name}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">{t('dashboard.reason')}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              {request.reason.trim() || t('dashboard.empty_reason')}
            </dd>
          </div>
        </dl>
        <Button
          variant="danger"
          icon="trash"
          busy={isLoading || isSuccess}
          aria-label={t('dashboard.delete_request')}
          onClick={() => remove(request.id)}
          className="shrink-0 px-3!"
        />
      </div>
      <p className="mt-3 font-sans text-sm text-ink-soft">{t('dashboard.name_change_pending')}</p>
    </>
  )
}
