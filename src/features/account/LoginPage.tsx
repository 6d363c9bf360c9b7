import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AWAITING_APPROVAL, DETAIL } from '#contract/errors.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { announces } from '#src/platform/page.ts'
import { offersPasskeys } from '#src/platform/passkeySupport.ts'
import { accountApi } from '#src/store/account/api.ts'
import { isCodeRequired } from '#src/store/account/second-factor/api.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { codesOf, detailOf, statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { selectHasExpired, staffCleared } from '#src/store/session/slice.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { Late } from '#src/ui/Late.tsx'
import { AccountEmail, AccountPassword } from './AccountFields.tsx'
import { AuthCard, AuthLink, FormNotice, useAuthState } from './AuthCard.tsx'
import { CodeField, codeProblems } from './CodeField.tsx'
import { InviteArrival } from './InviteArrival.tsx'
import { ResendActivation } from './ResendActivation.tsx'
import { useInviteSecret } from './useInviteSecret.ts'

type Login = { email: string; password: string; code: string }

/**
 * The form of the login and its second step. The field for the code stays until the accepted e-mail address or password
 * is changed.
 */
function useLogin(initialEmail: string) {
  const { t } = useTranslation()
  const [login, { error }] = accountApi.useLoginMutation()
  const [accepted, setAccepted] = useState<Login | null>(null)
  const isAccepted = ({ email, password }: Login) =>
    accepted?.email === email && accepted.password === password
  const form = useForm({
    initial: { email: initialEmail, password: '', code: '' },
    rules: (typed) => (isAccepted(typed) ? codeProblems(typed) : {}),
    say: t,
  })
  const isCodeAsked = isAccepted(form.values)

  const handleSubmit = async (typed: Login) => {
    const body = { email: typed.email.trim(), password: typed.password }
    const { error } = await login(isCodeAsked ? { ...body, code: typed.code.trim() } : body)
    if (!isCodeRequired(error))
      return refusalOf(
        error,
        t,
        isCodeAsked && statusOf(error) === 429 ? 'second_step.throttled' : loginErrorKey(error),
      )
    setAccepted(typed)
    form.set({ code: '' })
    return undefined
  }
  /** No active account has this address and password: it may wait for its activation. */
  const isUnknown = loginErrorKey(error) === 'login.invalid_credentials'
  return { form, handleSubmit, isCodeAsked, isUnknown }
}

const loadPasskeyLogin = async () =>
  (await import(/* webpackChunkName: "passkey-login" */ './PasskeyLogin.tsx')).PasskeyLogin

function LoginPage() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const login = useLogin(useAuthState().email ?? '')
  const { email } = login.form.values
  const hasPasskeys = announces('passkey_login') && offersPasskeys()
  // As specified: showing the login screen clears any staff state. Members never get here (ruling 15).
  useEffect(() => {
    dispatch(staffCleared())
  }, [dispatch])

  const secret = useInviteSecret()
  const register = (
    <AuthLink
      to="/auth/register"
      email={email}
      {...(secret !== null && { variant: 'primary', className: 'w-full' })}
    >
      {t('login.register')}
    </AuthLink>
  )
  return (
    <AuthCard
      title={t('login.title')}
      lead={t(secret === null ? 'login.lead' : 'invite_link.login_lead')}
      top={secret !== null && <InviteArrival secret={secret}>{register}</InviteArrival>}
    >
      <LoginNotice />
      <LoginForm login={login} hasPasskeys={hasPasskeys} isPrimary={secret === null} />
      {hasPasskeys && <Late load={loadPasskeyLogin} />}
      {login.isUnknown && announces('resend_activation') && (
        <div className="mt-6 border-t border-line pt-5">
          <ResendActivation
            hint={t('login.resend_hint')}
            email={email}
            onBadEmail={() => login.form.refuse({ fields: { email: t('login.bad_email') } })}
          />
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-between gap-x-6">
        <AuthLink to="/auth/forgot-password" email={email}>
          {t('login.forgot_password')}
        </AuthLink>
        {secret === null && register}
      </div>
    </AuthCard>
  )
}

type FormProps = {
  login: ReturnType<typeof useLogin>
  hasPasskeys: boolean
  /** Logging in is what the page is for; not where an invite waits for a registration. */
  isPrimary: boolean
}

function LoginForm({ login, hasPasskeys, isPrimary }: FormProps) {
  const { form, handleSubmit, isCodeAsked } = login
  const { t } = useTranslation()
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-5">
      <FormError {...form.error} />
      <AccountEmail {...form.field('email')} hasPasskeys={hasPasskeys} />
      <AccountPassword
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
      />
      {isCodeAsked && <CodeField autoFocus {...form.field('code')} />}
      <Submit of={form} variant={isPrimary ? 'primary' : 'secondary'}>
        {t('login.submit')}
      </Submit>
    </Form>
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

/** The server's sentence decides (behaviour 8.1). */
export function loginErrorKey(error: unknown): MessageKey {
  if (codesOf(error)[0] === AWAITING_APPROVAL) return 'admission.waits'
  const detail = detailOf(error)
  if (detail === DETAIL.noActiveAccount) return 'login.invalid_credentials'
  return detail === DETAIL.blank ? 'login.fill_in' : 'login.comm_error'
}

export { LoginPage as Screen }
