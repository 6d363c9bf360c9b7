import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { NameChangeBody } from '#contract/schemas/profile.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Props = {
  form: NameChangeBody
  errorOf: (field: keyof NameChangeBody) => string | undefined
  onChange: (form: NameChangeBody) => void
}

export function NameChangeFields({ form, errorOf, onChange }: Props) {
  const { t } = useTranslation()
  const field = (name: keyof NameChangeBody) => ({
    name,
    required: true,
    value: form[name],
    onChange: (value: string) => onChange({ ...form, [name]: value }),
    error: errorOf(name),
  })
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
