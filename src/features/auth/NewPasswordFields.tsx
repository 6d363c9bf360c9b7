import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { PasswordField } from '#src/ui/PasswordField.tsx'
import { type NewPasswordForm, newPasswordProblem, type Problem } from './authRules.ts'
import { usePasswordToggle } from './usePasswordToggle.ts'

type Props = { isBusy: boolean; hasFailed: boolean; onSubmit: (password: string) => void }

/** The form behind a valid reset link; its password rules differ from registration (SETTLED 41). */
export function NewPasswordFields({ isBusy, hasFailed, onSubmit }: Props) {
  const { t } = useTranslation()
  const [form, setForm] = useState<NewPasswordForm>({ password: '', confirm: '' })
  const [problem, setProblem] = useState<Problem<keyof NewPasswordForm> | null>(null)
  const toggleLabels = usePasswordToggle()

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = newPasswordProblem(form)
    setProblem(found)
    if (!found) onSubmit(form.password)
  }
  const field = (name: keyof NewPasswordForm) => ({
    name,
    required: true,
    maxLength: TEXT_MAX,
    autoComplete: 'new-password',
    toggleLabels,
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
    error: problem?.field === name ? t(problem.key) : undefined,
  })

  const formError =
    problem && !problem.field
      ? problem.key
      : hasFailed && !problem && 'register.change_password_hint'
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      <FormError message={formError ? t(formError) : undefined} />
      <PasswordField
        {...field('password')}
        label={t('register.new_password')}
        hint={t('register.change_password_rules')}
      />
      <PasswordField {...field('confirm')} label={t('register.confirm_new_password')} />
      <Button type="submit" variant="primary" busy={isBusy}>
        {t('register.change_password')}
      </Button>
    </form>
  )
}
