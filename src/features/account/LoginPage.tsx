import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useLoginMutation } from '#src/store/account/api.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { offersResend } from '#src/store/http/errors.ts'
import { selectHasExpired, staffCleared } from '#src/store/session/slice.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { AccountEmail, AccountPassword } from './AccountFields.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink, useAuthState } from './AuthLink.tsx'
import { loginErrorKey } from './accountRules.ts'
import { FormNotice } from './FormNotice.tsx'
import { ResendActivation } from './ResendActivation.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const state = useAuthState()
  const [login, { isLoading, error }] = useLoginMutation()
  const [email, setEmail] = useState(state.email ?? '')
  const [password, setPassword] = useState('')
  const [malformed, setMalformed] = useState<string | null>(null)
  // As specified: showing the login screen clears any staff state. Members never get here (ruling 15).
  useEffect(() => {
    dispatch(staffCleared())
  }, [dispatch])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMalformed(null)
    void login({ email: email.trim(), password })
  }

  return (
    <AuthCard title={t('login.title')} lead={t('login.lead')}>
      <LoginNotice />
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <FormError message={error && t(loginErrorKey(error))} />
        <AccountEmail value={email} onChange={setEmail} isMalformed={malformed === email} />
        <AccountPassword
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          required
          maxLength={TEXT_MAX}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" busy={isLoading}>
          {t('login.submit')}
        </Button>
      </form>
      {offersResend(error) && (
        <div className="mt-6 border-t border-line pt-5">
          <ResendActivation
            hint={t('login.resend_hint')}
            email={email}
            onBadEmail={() => setMalformed(email)}
          />
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-between gap-x-6">
        <AuthLink to="/auth/forgot-password" email={email}>
          {t('login.forgot_password')}
        </AuthLink>
        <AuthLink to="/auth/register" email={email}>
          {t('login.register')}
        </AuthLink>
      </div>
    </AuthCard>
  )
}

function LoginNotice() {
  const { t } = useTranslation()
  const { hasNewPassword } = useAuthState()
  const hasExpired = useAppSelector(selectHasExpired)
  if (!hasNewPassword && !hasExpired) return null
  return (
    <div className="mb-5">
      <FormNotice
        message={t(hasNewPassword ? 'login.password_changed' : 'login.session_expired')}
      />
    </div>
  )
}
