import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegisterMutation } from '#src/store/account/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { PasswordField } from '#src/ui/PasswordField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink } from './AuthLink.tsx'
import { registerErrorField, registerErrorKey } from './accountErrors.ts'
import { type RegisterForm, registerProblems } from './accountRules.ts'
import { useAuthState } from './authState.ts'
import { ResendActivation } from './ResendActivation.tsx'
import { useCheckedForm } from './useCheckedForm.ts'
import { usePasswordToggle } from './usePasswordToggle.ts'

const EMPTY: RegisterForm = { email: '', username: '', password: '', confirm: '' }

/** The text stays after a refusal. */
export function RegisterPage() {
  const { t } = useTranslation()
  const { email = '' } = useAuthState()
  const [register, { data: done, isLoading, error, reset }] = useRegisterMutation()
  const { elementRef, ...checked } = useCheckedForm<RegisterForm>(
    { ...EMPTY, email },
    registerProblems,
  )
  const { form, field, errorId } = checked

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    reset()
    if (!checked.check()) return
    const response = await register({
      email: form.email.trim(),
      username: form.username.trim(),
      password: form.password,
    })
    const refused = registerErrorField(response.error)
    if (refused) checked.refuse({ [refused]: registerErrorKey(response.error) })
  }

  if (done)
    return (
      <AuthCard title={t('register.done_title')}>
        <RegisterDone email={form.email.trim()} mayResend={done.mayResend} />
      </AuthCard>
    )

  const failure = error && !registerErrorField(error) ? registerErrorKey(error) : undefined
  const formError = checked.isIncomplete ? 'register.please_fill' : failure
  return (
    <AuthCard title={t('register.title')} lead={t('register.lead')}>
      <form
        ref={elementRef}
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
        className="flex flex-col gap-5"
      >
        <FormError id={errorId} message={formError && t(formError)} />
        <RegisterFields field={field} />
        <Button type="submit" variant="primary" busy={isLoading}>
          {t('register.submit')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 font-sans text-ui">
        {t('register.have_account')}
        <AuthLink to="/auth/login" email={form.email}>
          {t('register.login')}
        </AuthLink>
      </div>
    </AuthCard>
  )
}

type FieldsProps = Pick<ReturnType<typeof useCheckedForm<RegisterForm>>, 'field'>

function RegisterFields({ field }: FieldsProps) {
  const { t } = useTranslation()
  const toggleLabels = usePasswordToggle()
  return (
    <>
      {/* Browsers save the e-mail address as the user name, for the login. */}
      <TextField
        {...field('email')}
        label={t('register.email')}
        type="email"
        autoComplete="username"
      />
      <TextField {...field('username')} label={t('register.username')} autoComplete="nickname" />
      <PasswordField
        {...field('password')}
        label={t('register.password')}
        hint={`${t('register.password_rules')} ${t('register.password_reset_hint')}`}
        autoComplete="new-password"
        toggleLabels={toggleLabels}
      />
      <PasswordField
        {...field('confirm')}
        label={t('register.confirm_password')}
        autoComplete="new-password"
        toggleLabels={toggleLabels}
      />
    </>
  )
}

type Props = { email: string; mayResend: boolean }

function RegisterDone({ email, mayResend }: Props) {
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
