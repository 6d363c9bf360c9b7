import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useRegisterMutation } from '#src/store/api/accountApi.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { PasswordField } from '#src/ui/PasswordField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink } from './AuthLink.tsx'
import { registerErrorKey } from './authErrors.ts'
import { type Problem, type RegisterForm, registerProblem } from './authRules.ts'
import { usePasswordToggle } from './usePasswordToggle.ts'

const EMPTY: RegisterForm = { email: '', username: '', password: '', confirm: '' }

/** Register (SPEC 2, 5). What was typed stays after every refusal. */
export function RegisterPage() {
  const { t } = useTranslation()
  const [register, { isLoading, isSuccess, error, reset }] = useRegisterMutation()
  const [form, setForm] = useState(EMPTY)
  const [problem, setProblem] = useState<Problem<keyof RegisterForm> | null>(null)
  const toggleLabels = usePasswordToggle()

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    reset()
    const found = registerProblem(form)
    setProblem(found)
    if (found) return
    const { email, username, password } = form
    void register({ email: email.trim(), username: username.trim(), password })
  }
  const field = (name: keyof RegisterForm) => ({
    name,
    required: true,
    maxLength: TEXT_MAX,
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
    error: problem?.field === name ? t(problem.key) : undefined,
  })

  if (isSuccess)
    return (
      <AuthCard title={t('register.done_title')}>
        <p role="status" className="font-body wrap-anywhere">
          {t('register.done_text', { email: form.email.trim() })}
        </p>
        <div className="mt-4">
          <AuthLink to="/auth/login">{t('register.login')}</AuthLink>
        </div>
      </AuthCard>
    )

  const formError = problem && !problem.field ? problem.key : error && registerErrorKey(error)
  return (
    <AuthCard title={t('register.title')} lead={t('register.lead')}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <FormError message={formError && t(formError)} />
        <TextField
          {...field('email')}
          label={t('register.email')}
          type="email"
          autoComplete="email"
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
        <Button type="submit" variant="primary" busy={isLoading}>
          {t('register.submit')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 font-sans text-ui">
        {t('register.have_account')}
        <AuthLink to="/auth/login">{t('register.login')}</AuthLink>
      </div>
    </AuthCard>
  )
}
