import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NameChangeBody } from '#contract/schemas/profile.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { fieldErrorsOf } from '#src/store/http/errors.ts'
import { useCreateNameChangeMutation, useListNameChangesQuery } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { NameChangeFields } from './NameChangeFields.tsx'
import { EMPTY_REQUEST, isNameTaken, missingIn } from './nameChangeRules.ts'
import { PendingNameChange } from './PendingNameChange.tsx'

type Props = { open: boolean; onClose: () => void }

/** The form of a request, or the pending request: there is one at most (behaviour 2, 4). */
export function NameChangeDialog({ open, onClose }: Props) {
  const { t } = useTranslation()
  const formId = useId()
  const result = useListNameChangesQuery(undefined, {
    skip: !open,
    refetchOnMountOrArgChange: true,
  })
  const [create, { isLoading, error: refusal }] = useCreateNameChangeMutation()
  // Kept while the dialog is closed: a click on the backdrop loses nothing.
  const [form, setForm] = useState(EMPTY_REQUEST)
  const [isChecked, setIsChecked] = useState(false)
  const [sent, setSent] = useState(EMPTY_REQUEST)
  const element = useRef<HTMLFormElement>(null)
  const pending = result.data?.[0]
  useUnsaved('nameChange', open && missingIn(form).length < 2)

  // In addition to the toast, a refusal is shown at its field for as long as the field has the refused value.
  const errorOf = (field: keyof NameChangeBody): string | undefined => {
    if (isChecked && missingIn(form).includes(field)) return t('dashboard.field_required')
    if (!refusal || form[field] !== sent[field]) return undefined
    if (field === 'new_name' && isNameTaken(refusal)) return t('register.username_exists')
    return fieldErrorsOf(refusal).get(field)
  }
  useEffect(() => {
    if (refusal) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isLoading || missingIn(form).length > 0) return
    setSent(form)
    const { error } = await create({ new_name: form.new_name.trim(), reason: form.reason.trim() })
    if (error) return
    setForm(EMPTY_REQUEST)
    setIsChecked(false)
    onClose()
  }

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
              ref={element}
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
