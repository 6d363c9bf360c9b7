import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REGISTER_PASSWORD_PATTERN, TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useChangePasswordMutation } from '#src/store/account/credentials/api.ts'
import { fieldErrorsOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordOwner } from '#src/ui/PasswordOwner.tsx'
import { SettingsSection } from '#src/ui/SettingsSection.tsx'
import { PasswordField } from '#src/ui/TextField.tsx'
import { usePasswordAdvice } from './usePasswordAdvice.ts'

const STRONG = new RegExp(REGISTER_PASSWORD_PATTERN)
const EMPTY = { password: '', confirm: '' }
type Form = typeof EMPTY

/** The rules of the register form, whose password it replaces. */
function problemsOf({ password, confirm }: Form): Partial<Record<keyof Form, MessageKey>> {
  if (!STRONG.test(password)) return { password: 'register.bad_password_regex' }
  return password === confirm ? {} : { confirm: 'register.password_mismatch' }
}

/** Changes the password; who asks is confirmed in a dialog of its own, and what was typed stays until it is saved. */
export function PasswordSection() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const [change, { isLoading, error }] = useChangePasswordMutation()
  const [form, setForm] = useState(EMPTY)
  const [refused, setRefused] = useState<Form | null>(null)
  const { advice, onFocus } = usePasswordAdvice(form.password, [
    profile?.email ?? '',
    profile?.username ?? '',
  ])
  const problems = refused === form ? problemsOf(form) : {}

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(form)
    if (Object.keys(problemsOf(form)).length > 0) return
    const { error: refusal } = await change({ new_password: form.password })
    if (!refusal) setForm(EMPTY)
  }
  const field = (name: keyof Form) => ({
    name: `new_${name}`,
    autoComplete: 'new-password',
    required: true,
    maxLength: TEXT_MAX,
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
    toggleLabels: { show: t('login.show_password'), hide: t('login.hide_password') },
    className: 'w-full sm:max-w-md',
  })
  const sent = fieldErrorsOf(error).get('new_password')
  const wrong = problems.password ? t(problems.password) : refused === form ? sent : undefined
  return (
    <SettingsSection title={t('credentials.password_title')} lead={t('credentials.password_lead')}>
      <form
        noValidate
        aria-label={t('credentials.password_title')}
        onSubmit={handleSubmit}
        className="flex w-full max-w-2xl flex-col items-start gap-4"
      >
        <PasswordOwner email={profile?.email} />
        <PasswordField
          {...field('password')}
          label={t('credentials.new_password')}
          onFocus={onFocus}
          note={advice === undefined ? undefined : ((advice && t(advice)) ?? '')}
          error={wrong}
        />
        <PasswordField
          {...field('confirm')}
          label={t('credentials.confirm_password')}
          error={problems.confirm && t(problems.confirm)}
        />
        <Button type="submit" busy={isLoading}>
          {t('credentials.change_password')}
        </Button>
      </form>
    </SettingsSection>
  )
}
