import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useRequestPasswordResetMutation } from '#src/store/account/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink } from './AuthLink.tsx'
import { forgotProblem, type Problem } from './accountRules.ts'
import { useAuthState } from './authState.ts'
import { FormNotice } from './FormNotice.tsx'

/** Forgot password (behaviour 2, 8). The response never reveals whether the e-mail address has an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [request, { isLoading, isSuccess, isError, reset }] = useRequestPasswordResetMutation()
  const [email, setEmail] = useState(useAuthState().email ?? '')
  const [problem, setProblem] = useState<Problem<'email'> | null>(null)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    reset()
    const found = forgotProblem(email)
    setProblem(found)
    if (!found) void request({ email: email.trim() })
  }

  return (
    <AuthCard title={t('login.forgot_title')} lead={t('login.forgot_intro')}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <FormError message={isError ? t('login.request_change_comm_error') : undefined} />
        <TextField
          label={t('login.email')}
          type="email"
          name="email"
          // Browsers save the e-mail address as the user name.
          autoComplete="username"
          required
          maxLength={TEXT_MAX}
          value={email}
          onChange={setEmail}
          error={problem ? t(problem.key) : undefined}
        />
        <Button type="submit" variant="primary" busy={isLoading}>
          {t('login.send')}
        </Button>
        <FormNotice message={isSuccess ? t('login.success_request_change_if') : undefined} />
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-6">
        <AuthLink to="/auth/login" email={email}>
          {t('login.back_to_login')}
        </AuthLink>
        <AuthLink to="/auth/register" email={email}>
          {t('login.register')}
        </AuthLink>
      </div>
    </AuthCard>
  )
}
