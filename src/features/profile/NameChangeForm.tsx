import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import type { NameChangeBody } from '#contract/profile.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { detailOf } from '#src/store/http/errors.ts'
import { useCreateNameChangeMutation } from '#src/store/profile/api.ts'
import { refusalOf, sentencesOf } from '#src/store/refusals.ts'
import { filled } from '#src/ui/form/rules.ts'
import { type FormOf, useForm } from '#src/ui/form/useForm.ts'
import { TextArea, TextField } from '#src/ui/TextField.tsx'

export function NameChangeFields({ form }: { form: FormOf<NameChangeBody> }) {
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
export const NAME_CHANGE = 'nameChange'

export function useNameChangeForm(onSent: () => void) {
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
