import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NameChange } from '#contract/profile.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useDeleteNameChangeMutation, useListNameChangesQuery } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { NAME_CHANGE, NameChangeFields, useNameChangeForm } from './NameChangeForm.tsx'

/** The form of a request, or the pending request: there is one at most (behaviour 4.4). */
export function NameChangeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const result = useListNameChangesQuery(undefined, {
    skip: !open,
    refetchOnMountOrArgChange: true,
  })
  const { form, handleSubmit } = useNameChangeForm(onClose)
  const pending = result.data?.[0]
  useUnsaved(NAME_CHANGE, open ? Object.values(form.values) : [])

  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('dashboard.name_change_title')}
      closeLabel={t('dashboard.close_dialog')}
      footer={
        <>
          <Button onClick={onClose}>{t('dashboard.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.isBusy}
            disabled={!result.data || pending !== undefined}
          >
            {t('dashboard.confirm')}
          </Button>
        </>
      }
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={3} />}>
        {() =>
          pending ? (
            <PendingNameChange request={pending} />
          ) : (
            <Form
              form={form}
              id={formId}
              aria-label={t('dashboard.name_change_title')}
              onSubmit={handleSubmit}
            >
              <NameChangeFields form={form} />
            </Form>
          )
        }
      </LoadState>
    </Modal>
  )
}

function PendingNameChange({ request }: { request: NameChange }) {
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
