import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { NameChangeBody } from '#contract/schemas/profile.ts'
import { codesOf, detailOf, fieldErrorsOf } from '#src/store/http/errors.ts'
import { useCreateNameChangeMutation } from '#src/store/profile/api.ts'
import { TextArea, TextField } from '#src/ui/TextField.tsx'

type Form = ReturnType<typeof useNameChangeForm>

export function NameChangeFields({ field }: Pick<Form, 'field'>) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <TextField
        {...field('new_name')}
        label={t('dashboard.new_name')}
        maxLength={TEXT_MAX}
        autoComplete="off"
        // autoFocus for a form that is rendered after the dialog opened, data-autofocus for one that opens with it.
        autoFocus
        data-autofocus
      />
      <TextArea
        {...field('reason')}
        label={t('dashboard.name_change_reason')}
        maxLength={LONG_TEXT_MAX}
      />
    </div>
  )
}

export function useNameChangeForm(onSent: () => void) {
  const { t } = useTranslation()
  const [create, { isLoading, error: refusal }] = useCreateNameChangeMutation()
  const [form, setForm] = useState(EMPTY_REQUEST)
  const [isChecked, setIsChecked] = useState(false)
  const [sent, setSent] = useState(EMPTY_REQUEST)
  const elementRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal) elementRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  // In addition to the toast, a refusal is shown at its field for as long as the field has the refused value.
  const errorOf = (field: keyof NameChangeBody): string | undefined => {
    if (isChecked && missingIn(form).includes(field)) return t('dashboard.field_required')
    if (!refusal || form[field] !== sent[field]) return undefined
    if (field === 'new_name' && isNameTaken(refusal)) return t('register.username_exists')
    return fieldErrorsOf(refusal).get(field)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (missingIn(form).length > 0) return
    setSent(form)
    const { error } = await create({ new_name: form.new_name.trim(), reason: form.reason.trim() })
    if (error) return
    setForm(EMPTY_REQUEST)
    setIsChecked(false)
    onSent()
  }
  const field = (name: keyof NameChangeBody) => ({
    name,
    required: true,
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
    error: errorOf(name),
  })
  return { field, typed: Object.values(form), handleSubmit, isLoading, elementRef }
}

const EMPTY_REQUEST: NameChangeBody = { new_name: '', reason: '' }

/** Whether the name is taken: by the code, or by the sentence of other servers. */
const isNameTaken = (error: unknown): boolean =>
  codesOf(error).includes('username_exists') ||
  (detailOf(error)?.toLowerCase().includes('user with this username') ?? false)

const missingIn = (form: NameChangeBody): Array<keyof NameChangeBody> =>
  (['new_name', 'reason'] as const).filter((field) => form[field].trim() === '')
