import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import {
  useApplyPasswordResetMutation,
  useVerifyPasswordResetQuery,
} from '#src/store/account/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PasswordField } from '#src/ui/PasswordField.tsx'
import { AuthCard } from './AuthCard.tsx'
import { type NewPasswordForm, newPasswordProblems } from './accountRules.ts'
import type { AuthState } from './authState.ts'
import { useCheckedForm } from './useCheckedForm.ts'
import { usePasswordToggle } from './usePasswordToggle.ts'

const CHANGED: AuthState = { hasNewPassword: true }

/** Change password (behaviour 2.23): the link is verified first; only the new password uses it up. */
export function ChangePasswordPage() {
  const { t } = useTranslation()
  const { request_id: requestId = '' } = useParams()
  const link = useVerifyPasswordResetQuery(requestId)
  const [apply, result] = useApplyPasswordResetMutation()

  if (result.isSuccess) return <Navigate to="/auth/login" replace state={CHANGED} />
  if (link.isLoading) return <AuthCard title={t('register.change_password_title')}>{null}</AuthCard>
  if (link.data !== true) return <InvalidLink />
  return (
    <AuthCard title={t('register.change_password_title')}>
      <NewPasswordFields
        isBusy={result.isLoading}
        hasFailed={result.isError}
        onSubmit={(password) => void apply({ new_password: password, request_id: requestId })}
      />
    </AuthCard>
  )
}

function InvalidLink() {
  const { t } = useTranslation()
  return (
    <AuthCard title={t('register.invalid_link_title')}>
      <p role="alert" className="font-body">
        {t('register.change_password_hint')}
      </p>
      <LinkButton to="/auth/forgot-password" variant="primary" className="mt-6">
        {t('register.return')}
      </LinkButton>
    </AuthCard>
  )
}

type Props = { isBusy: boolean; hasFailed: boolean; onSubmit: (password: string) => void }

/** The form behind a valid reset link; its password rules differ from registration (ruling 41). */
function NewPasswordFields({ isBusy, hasFailed, onSubmit }: Props) {
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
