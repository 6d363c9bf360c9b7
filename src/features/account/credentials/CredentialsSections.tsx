import { useTranslation } from 'react-i18next'
import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { EmailChange, SecurityEventRow } from '#contract/security.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { accountApi } from '#src/store/account/api.ts'
import { credentialsApi } from '#src/store/account/credentials/api.ts'
import { useListSecurityEventsQuery } from '#src/store/account/security-log/api.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { refusalOf, sentencesOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import { factOf } from '#src/ui/ShowMore.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { AccountPassword, NewPassword, PasswordOwner, SomeoneKnew } from '../AccountFields.tsx'
import { SettingsRow } from '../SettingsRow.tsx'

/** Changes the e-mail address: the new one proves itself by a mailed link. */
export function EmailSection() {
  const { t } = useTranslation()
  const email = accountApi.useGetProfileQuery().data?.email ?? ''
  const result = credentialsApi.useGetEmailChangeQuery()
  return (
    <SettingsRow
      name="email"
      title={t('credentials.email_title')}
      fact={result.data?.new_email ? t('settings.email_pending') : email}
      hint={t('settings.change')}
      lead={t('credentials.email_lead', { email })}
      result={result}
    >
      {(change) => (change.new_email === null ? <EmailForm /> : <Pending change={change} />)}
    </SettingsRow>
  )
}

type Change = { new_email: string }

const emailProblems = ({ new_email }: Change) =>
  isEmail(new_email) ? {} : ({ new_email: 'register.bad_email' } as const)

function EmailForm() {
  const { t } = useTranslation()
  const [change] = credentialsApi.useChangeEmailMutation()
  const form = useForm({ initial: { new_email: '' }, rules: emailProblems, say: t })
  const handleSubmit = async (typed: Change) => {
    const { error } = await change({ new_email: typed.new_email.trim() })
    if (!error) form.clear(typed)
    return refusalOf(error, t)
  }
  return (
    <Form form={form} aria-label={t('credentials.email_title')} onSubmit={handleSubmit}>
      <TextField
        {...form.field('new_email')}
        label={t('credentials.new_email')}
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
        className="w-full sm:max-w-md"
      />
      <Submit of={form} variant="secondary">
        {t('credentials.change_email')}
      </Submit>
    </Form>
  )
}

function Pending({ change: { new_email, expires_at } }: { change: EmailChange }) {
  const { t } = useTranslation()
  const [cancel, { isLoading }] = credentialsApi.useCancelEmailChangeMutation()
  return (
    <>
      <p role="status" className="max-w-measure font-sans text-ui wrap-anywhere">
        <Timed
          text={t('credentials.email_pending', { email: new_email ?? '', date: TIME })}
          at={expires_at}
        />
      </p>
      <Button busy={isLoading} onClick={() => void cancel()}>
        {t('credentials.cancel_email')}
      </Button>
    </>
  )
}

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
    return <Timed text={t('settings.changed', { date: TIME })} day={last.at} />
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
  const { data: profile } = accountApi.useGetProfileQuery()
  const [change] = credentialsApi.useChangePasswordMutation()
  const form = useForm({ initial: EMPTY, rules: problemsOf, pairs: PASSWORD_PAIR, say: t })

  const handleSubmit = async (typed: Passwords) => {
    const { new_password, someone_knew } = typed
    const { error } = await change({ new_password, ...(someone_knew && { someone_knew }) })
    if (!error) form.clear(typed)
    return sentencesOf<keyof Passwords>(error)
  }
  const className = 'w-full sm:max-w-md'
  return (
    <Form form={form} aria-label={t('credentials.password_title')} onSubmit={handleSubmit}>
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
      <Submit of={form} variant="secondary">
        {t('credentials.change_password')}
      </Submit>
    </Form>
  )
}
