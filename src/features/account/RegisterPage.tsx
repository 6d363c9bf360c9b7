import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { announces } from '#src/platform/page.ts'
import { accountApi } from '#src/store/account/api.ts'
import { codesOf, detailOf } from '#src/store/http/errors.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, type FormOf, Submit, useForm } from '#src/ui/form/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AccountPassword, NewPassword } from './AccountFields.tsx'
import { AuthCard, AuthLink, useAuthState } from './AuthCard.tsx'
import { PASSWORD_PAIR, type RegisterForm, registerProblems } from './accountRules.ts'
import { AdmissionFields, useAdmission } from './admission/AdmissionFields.tsx'
import { InviteArrival } from './InviteArrival.tsx'
import { ResendActivation } from './ResendActivation.tsx'
import { carriedInvite, useInviteSecret } from './useInviteSecret.ts'

/** What was typed stays after a refusal. */
function RegisterPage() {
  const { t } = useTranslation()
  const { email = '' } = useAuthState()
  const [register, { isSuccess, originalArgs }] = accountApi.useRegisterMutation()
  const secret = useInviteSecret()
  const admission = useAdmission()
  const form = useForm({
    initial: { email, username: '', password: '', confirm: '' },
    rules: registerProblems,
    pairs: PASSWORD_PAIR,
    incomplete: 'register.please_fill',
    say: t,
  })

  const handleSubmit = async ({ email, username, password }: RegisterForm) => {
    const body = { email: email.trim(), username: username.trim(), password }
    if (admission.lacksAgreement()) return {}
    const { error } = await register({ ...body, ...carriedInvite(), ...admission.body })
    if (!error) return undefined
    const { field, key } = registerError(error)
    return field ? { fields: { [field]: t(key) } } : { form: t(key) }
  }

  if (isSuccess)
    return (
      <AuthCard
        title={t('register.done_title')}
        top={secret !== null && <InviteArrival secret={secret} />}
      >
        <RegisterDone
          email={form.values.email.trim()}
          isInviteCarried={originalArgs?.invite_secret !== undefined && !admission.isByTeam}
          mayWait={admission.mayWait}
        />
      </AuthCard>
    )
  return (
    <AuthCard
      title={t('register.title')}
      lead={t('register.lead')}
      top={
        secret !== null && (
          <InviteArrival secret={secret}>
            <HaveAccount email={form.values.email} />
          </InviteArrival>
        )
      }
    >
      {admission.mode === 'closed' ? (
        <p role="status" className="font-body">
          {t('admission.closed')}
        </p>
      ) : (
        <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-5">
          <FormError {...form.error} />
          <RegisterFields form={form} />
          <AdmissionFields of={admission} />
          <Submit of={form}>{t('register.submit')}</Submit>
        </Form>
      )}
      {secret === null && (
        <div className="mt-4">
          <HaveAccount email={form.values.email} />
        </div>
      )}
    </AuthCard>
  )
}

function RegisterFields({ form: { field, values } }: { form: FormOf<RegisterForm> }) {
  const { t } = useTranslation()
  return (
    <>
      {/* Browsers save the e-mail address as the user name, for the login. */}
      <TextField
        {...field('email')}
        label={t('register.email')}
        type="email"
        autoComplete="username"
        required
        maxLength={TEXT_MAX}
      />
      <TextField
        {...field('username')}
        label={t('register.username')}
        autoComplete="nickname"
        required
        maxLength={TEXT_MAX}
      />
      <NewPassword
        {...field('password')}
        label={t('register.password')}
        hint={`${t('register.password_rules')} ${t('register.password_reset_hint')}`}
        known={[values.email, values.username]}
      />
      <AccountPassword
        {...field('confirm')}
        label={t('register.confirm_password')}
        autoComplete="new-password"
      />
    </>
  )
}

function HaveAccount({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-x-2 font-sans text-ui">
      {t('register.have_account')}
      <AuthLink to="/auth/login" email={email}>
        {t('register.login')}
      </AuthLink>
    </div>
  )
}

type DoneProps = { email: string; isInviteCarried: boolean; mayWait: boolean }

function RegisterDone({ email, isInviteCarried, mayWait }: DoneProps) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className="font-body wrap-anywhere">
        {t('register.done_text', { email })}
      </p>
      {mayWait && <p className="mt-2 font-body">{t('admission.waits')}</p>}
      {isInviteCarried && <p className="mt-2 font-body">{t('invite_link.carried')}</p>}
      {announces('resend_activation') && (
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

type RegisterError = { field?: 'username' | 'email'; key: MessageKey }

const ADMISSION: Readonly<Record<string, RegisterError>> = {
  admission_closed: { key: 'admission.closed' },
  invite_needed: { key: 'admission.invite_needed' },
  address_refused: { field: 'email', key: 'admission.address_refused' },
}

/** The server's sentence decides here too (behaviour 8.2); without a field it is about the form as a whole. */
export function registerError(error: unknown): RegisterError {
  const refused = ADMISSION[codesOf(error)[0] ?? '']
  if (refused) return refused
  const detail = detailOf(error)?.toLowerCase() ?? ''
  if (detail.includes('user with this username'))
    return { field: 'username', key: 'register.username_exists' }
  if (detail.includes('user with this email'))
    return { field: 'email', key: 'register.email_exists' }
  return { key: 'register.register_fail' }
}

export { RegisterPage as Screen }
