import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import {
  useApplyPasswordResetMutation,
  useVerifyPasswordResetQuery,
} from '#src/store/account/api.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { PasswordOwner } from '#src/ui/PasswordOwner.tsx'
import { AccountPassword, NewPassword } from './AccountFields.tsx'
import { AuthCard } from './AuthCard.tsx'
import type { AuthState } from './AuthLink.tsx'
import { type NewPasswords, newPasswordProblems } from './accountRules.ts'
import { CheckedForm, useCheckedForm } from './CheckedForm.tsx'

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
      <NewPasswordForm
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
function NewPasswordForm({ isBusy, hasFailed, onSubmit }: Props) {
  const { t } = useTranslation()
  const { form, field, frame } = useCheckedForm<NewPasswords>(
    { password: '', confirm: '' },
    newPasswordProblems,
  )
  return (
    <CheckedForm
      frame={frame}
      failure={hasFailed ? 'register.change_password_hint' : undefined}
      isBusy={isBusy}
      submitLabel={t('register.change_password')}
      onValid={() => onSubmit(form.password)}
    >
      <PasswordOwner />
      <NewPassword
        {...field('password')}
        label={t('register.new_password')}
        hint={t('register.change_password_rules')}
      />
      <AccountPassword
        {...field('confirm')}
        autoComplete="new-password"
        label={t('register.confirm_new_password')}
      />
    </CheckedForm>
  )
}
