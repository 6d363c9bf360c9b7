import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRequestPasswordResetMutation } from '#src/store/account/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { AccountEmail } from './AccountFields.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink, useAuthState } from './AuthLink.tsx'
import { isEmail } from './accountRules.ts'
import { FormNotice } from './FormNotice.tsx'

/** The response never reveals whether the e-mail address has an account (behaviour 2.22). */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [request, { isLoading, isSuccess, isError, reset }] = useRequestPasswordResetMutation()
  const [email, setEmail] = useState(useAuthState().email ?? '')
  const [isMalformed, setIsMalformed] = useState(false)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    reset()
    setIsMalformed(!isEmail(email))
    if (isEmail(email)) void request({ email: email.trim() })
  }

  return (
    <AuthCard title={t('login.forgot_title')} lead={t('login.forgot_intro')}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <FormError message={isError ? t('login.request_change_comm_error') : undefined} />
        <AccountEmail value={email} onChange={setEmail} isMalformed={isMalformed} />
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
