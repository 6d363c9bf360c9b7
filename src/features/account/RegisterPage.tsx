import { useTranslation } from 'react-i18next'
import { useRegisterMutation } from '#src/store/account/api.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { AccountPassword, NewPassword } from './AccountFields.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink, useAuthState } from './AuthLink.tsx'
import { type RegisterForm, registerError, registerProblems } from './accountRules.ts'
import { CheckedForm, useCheckedForm } from './CheckedForm.tsx'
import { ResendActivation } from './ResendActivation.tsx'

/** The text stays after a refusal. */
export function RegisterPage() {
  const { t } = useTranslation()
  const { email = '' } = useAuthState()
  const [register, { data: done, isLoading, error }] = useRegisterMutation()
  const { form, field, frame, refuse } = useCheckedForm<RegisterForm>(
    { email, username: '', password: '', confirm: '' },
    registerProblems,
  )
  const failure = error && registerError(error)

  const handleValid = async () => {
    const { email, username, password } = form
    const body = { email: email.trim(), username: username.trim(), password }
    const refused = registerError((await register(body)).error)
    if (refused.field) refuse({ [refused.field]: refused.key })
  }

  if (done)
    return (
      <AuthCard title={t('register.done_title')}>
        <RegisterDone email={form.email.trim()} mayResend={done.mayResend} />
      </AuthCard>
    )
  return (
    <AuthCard title={t('register.title')} lead={t('register.lead')}>
      <CheckedForm
        frame={frame}
        failure={failure?.field ? undefined : failure?.key}
        isBusy={isLoading}
        submitLabel={t('register.submit')}
        onValid={() => void handleValid()}
      >
        {/* Browsers save the e-mail address as the user name, for the login. */}
        <TextField
          {...field('email')}
          label={t('register.email')}
          type="email"
          autoComplete="username"
        />
        <TextField {...field('username')} label={t('register.username')} autoComplete="nickname" />
        <NewPassword
          {...field('password')}
          label={t('register.password')}
          hint={`${t('register.password_rules')} ${t('register.password_reset_hint')}`}
          known={[form.email, form.username]}
        />
        <AccountPassword
          {...field('confirm')}
          label={t('register.confirm_password')}
          autoComplete="new-password"
        />
      </CheckedForm>
      <HaveAccount email={form.email} />
    </AuthCard>
  )
}

function HaveAccount({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 font-sans text-ui">
      {t('register.have_account')}
      <AuthLink to="/auth/login" email={email}>
        {t('register.login')}
      </AuthLink>
    </div>
  )
}

function RegisterDone({ email, mayResend }: { email: string; mayResend: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className="font-body wrap-anywhere">
        {t('register.done_text', { email })}
      </p>
      {mayResend && (
        <div className="mt-6 border-t border-line pt-5">
          <ResendActivation hint={t('register.done_hint')} email={email} />
        </div>
      )}
      <div className="mt-4">
        <AuthLink to="/auth/login" email={email}>
          {t('register.login')}
        </AuthLink>
      </div>
    </>
  )
}
