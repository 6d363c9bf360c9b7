import { useTranslation } from 'react-i18next'
import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import type { SecurityEventRow } from '#contract/security.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useChangePasswordMutation } from '#src/store/account/credentials/api.ts'
import { useListSecurityEventsQuery } from '#src/store/account/security-log/api.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { sentencesOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { factOf } from '#src/ui/factOf.ts'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { PasswordOwner } from '#src/ui/PasswordOwner.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { Time } from '#src/ui/Time.tsx'
import { AccountPassword, NewPassword } from '../AccountFields.tsx'
import { SomeoneKnew } from '../SomeoneKnew.tsx'

const STRONG = new RegExp(REGISTER_PASSWORD_PATTERN)
const EMPTY = { new_password: '', new_confirm: '', someone_knew: false }
const PASSWORD_PAIR = { new_confirm: 'new_password' } as const
type Passwords = typeof EMPTY

/** The rules of the register form, whose password it replaces. */
const problemsOf = (typed: Passwords): Partial<Record<keyof Passwords, MessageKey>> => ({
  ...(!STRONG.test(typed.new_password) && { new_password: 'register.bad_password_regex' }),
  ...(typed.new_confirm !== typed.new_password && { new_confirm: 'register.password_mismatch' }),
})

const isPasswordSet = ({ event }: SecurityEventRow) =>
  event === 'password_changed' || event === 'password_reset'

/** Only the security log knows when the password was last changed, and only within the last year. */
export function PasswordSection() {
  const { t } = useTranslation()
  const hasLog = useFeature('security_log')
  const log = useListSecurityEventsQuery(undefined, { skip: !hasLog })
  const changed = (events: readonly SecurityEventRow[]) => {
    const last = events.find(isPasswordSet)
    if (!last) return t('settings.set')
    return (
      <>
        <span>{t('settings.changed')}</span> <Time value={last.at} />
      </>
    )
  }
  return (
    <SummaryRow
      name="password"
      level={4}
      title={t('credentials.password_title')}
      fact={hasLog ? factOf(log, changed) : t('settings.set')}
      hint={t('settings.change')}
      lead={t('credentials.password_lead')}
    >
      <PasswordForm />
    </SummaryRow>
  )
}

/** The step-up dialog confirms the member; what was typed stays until it is saved. */
function PasswordForm() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const [change] = useChangePasswordMutation()
  const form = useForm({ initial: EMPTY, rules: problemsOf, pairs: PASSWORD_PAIR, say: t })

  const handleSubmit = async (typed: Passwords) => {
    const { new_password, someone_knew } = typed
    const { error } = await change({ new_password, ...(someone_knew && { someone_knew }) })
    if (!error) form.clear(typed)
    return sentencesOf<keyof Passwords>(error)
  }
  const className = 'w-full sm:max-w-md'
  return (
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
      <SomeoneKnew
        links={profile?.calendar_links ?? 0}
        value={form.values.someone_knew}
        onChange={form.field('someone_knew').onChange}
      />
      <Button type="submit" busy={form.isBusy}>
        {t('credentials.change_password')}
      </Button>
    </Form>
  )
}
