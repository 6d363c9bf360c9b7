import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { PasswordField } from '#src/ui/PasswordField.tsx'
import { type NewPasswordForm, newPasswordProblems } from './accountRules.ts'
import { useCheckedForm } from './useCheckedForm.ts'
import { usePasswordToggle } from './usePasswordToggle.ts'

type Props = { isBusy: boolean; hasFailed: boolean; onSubmit: (password: string) => void }

/** The form behind a valid reset link; its password rules differ from registration (ruling 41). */
export function NewPasswordFields({ isBusy, hasFailed, onSubmit }: Props) {
  const { t } = useTranslation()
  const { elementRef, ...checked } = useCheckedForm<NewPasswordForm>(
    { password: '', confirm: '' },
    newPasswordProblems,
  )
  const { form, field, errorId } = checked
  const passwordProps = { autoComplete: 'new-password', toggleLabels: usePasswordToggle() }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && checked.check()) onSubmit(form.password)
  }

  const failure = hasFailed && !checked.isRefused ? 'register.change_password_hint' : undefined
  const formError = checked.isIncomplete ? 'register.please_fill' : failure
  return (
    <form ref={elementRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      <FormError id={errorId} message={formError && t(formError)} />
      <PasswordField
        {...field('password')}
        {...passwordProps}
        label={t('register.new_password')}
        hint={t('register.change_password_rules')}
      />
      <PasswordField
        {...field('confirm')}
        {...passwordProps}
        label={t('register.confirm_new_password')}
      />
      <Button type="submit" variant="primary" busy={isBusy}>
        {t('register.change_password')}
      </Button>
    </form>
  )
}
