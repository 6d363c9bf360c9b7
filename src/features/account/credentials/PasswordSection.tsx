import { useTranslation } from 'react-i18next'
import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useChangePasswordMutation } from '#src/store/account/credentials/api.ts'
import { sentencesOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { PasswordOwner } from '#src/ui/PasswordOwner.tsx'
import { SettingsSection } from '#src/ui/SettingsSection.tsx'
import { AccountPassword, NewPassword } from '../AccountFields.tsx'

const STRONG = new RegExp(REGISTER_PASSWORD_PATTERN)
const EMPTY = { new_password: '', new_confirm: '' }
const PASSWORD_PAIR = { new_confirm: 'new_password' } as const
type Passwords = typeof EMPTY

/** The rules of the register form, whose password it replaces. */
const problemsOf = (typed: Passwords): Partial<Record<keyof Passwords, MessageKey>> => ({
  ...(!STRONG.test(typed.new_password) && { new_password: 'register.bad_password_regex' }),
  ...(typed.new_confirm !== typed.new_password && { new_confirm: 'register.password_mismatch' }),
})

/** Changes the password. The step-up dialog confirms the member; what was typed stays until it is saved. */
export function PasswordSection() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const [change] = useChangePasswordMutation()
  const form = useForm({ initial: EMPTY, rules: problemsOf, pairs: PASSWORD_PAIR, say: t })

  const handleSubmit = async (typed: Passwords) => {
    const { error } = await change({ new_password: typed.new_password })
    if (!error) form.clear(typed)
    return sentencesOf<keyof Passwords>(error)
  }
  const className = 'w-full sm:max-w-md'
  return (
    <SettingsSection title={t('credentials.password_title')} lead={t('credentials.password_lead')}>
      <Form
        form={form}
        aria-label={t('credentials.password_title')}
        onSubmit={handleSubmit}
        className="flex w-full max-w-2xl flex-col items-start gap-4"
      >
        <PasswordOwner email={profile?.email} />
        <NewPassword
          {...form.field('new_password')}
          label={t('credentials.new_password')}
          known={[profile?.email ?? '', profile?.username ?? '']}
          className={className}
        />
        <AccountPassword
          {...form.field('new_confirm')}
          autoComplete="new-password"
          label={t('credentials.confirm_password')}
          className={className}
        />
        <Button type="submit" busy={form.isBusy}>
          {t('credentials.change_password')}
        </Button>
      </Form>
    </SettingsSection>
  )
}
