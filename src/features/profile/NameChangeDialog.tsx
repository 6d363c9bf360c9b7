import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import type { NameChange, NameChangeBody } from '#contract/profile.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useLoadTexts } from '#src/i18n/useCodeTexts.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { detailOf } from '#src/store/http/errors.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { refusalOf, sentencesOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, type FormOf, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'

const { useCreateNameChangeMutation, useDeleteNameChangeMutation, useListNameChangesQuery } =
  profileApi

function NameChangeFields({ form }: { form: FormOf<NameChangeBody> }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <TextField
        {...form.field('new_name')}
        label={t('dashboard.new_name')}
        required
        maxLength={TEXT_MAX}
        autoComplete="off"
        // autoFocus for a form that is rendered after the dialog opened, data-autofocus for one that opens with it.
        autoFocus
        data-autofocus
      />
      <TextArea
        {...form.field('reason')}
        label={t('dashboard.name_change_reason')}
        required
        maxLength={LONG_TEXT_MAX}
      />
    </div>
  )
}

/** The name that the form is kept under: there is one request at most. */
const NAME_CHANGE = 'nameChange'

function useNameChangeForm(onSent: () => void) {
  const { t } = useTranslation()
  const [create] = useCreateNameChangeMutation()
  const form = useForm({
    initial: { new_name: '', reason: '' },
    rules: missingIn,
    say: t,
    keep: NAME_CHANGE,
  })

  // A refusal is shown at its field in addition to the toast.
  const handleSubmit = async (typed: NameChangeBody) => {
    const { error } = await create({ new_name: typed.new_name.trim(), reason: typed.reason.trim() })
    if (error) return { fields: { ...sentencesOf(error).fields, ...takenName(error, t) } }
    form.clear(typed)
    onSent()
    return undefined
  }
  return { form, handleSubmit }
}

/** Recognizes a taken name by its code, or by the sentence that other servers send. */
const takenName = (error: unknown, say: (key: MessageKey) => string) =>
  detailOf(error)?.toLowerCase().includes('user with this username')
    ? { new_name: say('register.username_exists') }
    : refusalOf<keyof NameChangeBody>(error, say)?.fields

const missingIn = filled({
  new_name: 'dashboard.field_required',
  reason: 'dashboard.field_required',
} as const)

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
