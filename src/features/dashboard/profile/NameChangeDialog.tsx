import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useListNameChangesQuery } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { NameChangeFields } from './NameChangeFields.tsx'
import { missingIn } from './nameChangeRules.ts'
import { PendingNameChange } from './PendingNameChange.tsx'
import { useNameChangeForm } from './useNameChangeForm.ts'

type Props = { open: boolean; onClose: () => void }

/** The form of a request, or the pending request: there is one at most (behaviour 2, 4). */
export function NameChangeDialog({ open, onClose }: Props) {
  const { t } = useTranslation()
  const formId = useId()
  const result = useListNameChangesQuery(undefined, {
    skip: !open,
    refetchOnMountOrArgChange: true,
  })
  const { form, setForm, errorOf, handleSubmit, isLoading, elementRef } = useNameChangeForm(onClose)
  const pending = result.data?.[0]
  useUnsaved('nameChange', open && missingIn(form).length < 2)

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
            busy={isLoading}
            disabled={!result.data || pending !== undefined}
          >
            {t('dashboard.confirm')}
          </Button>
        </>
      }
    >
      <LoadState
        result={result}
        data={result.data}
        texts={useLoadTexts()}
        skeleton={<SkeletonBars count={3} />}
      >
        {() =>
          pending ? (
            <PendingNameChange request={pending} />
          ) : (
            <form
              ref={elementRef}
              id={formId}
              noValidate
              aria-label={t('dashboard.name_change_title')}
              onSubmit={handleSubmit}
            >
              <NameChangeFields form={form} errorOf={errorOf} onChange={setForm} />
            </form>
          )
        }
      </LoadState>
    </Modal>
  )
}
