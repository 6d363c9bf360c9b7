import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import type { ApplyPasswordResetBody } from '#contract/account.ts'
import { accountApi } from '#src/store/account/api.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { AccountPassword, NewPassword, PasswordOwner, SomeoneKnew } from './AccountFields.tsx'
import { AuthCard, type AuthState } from './AuthCard.tsx'
import { newPasswordProblems, PASSWORD_PAIR } from './accountRules.ts'

const CHANGED: AuthState = { hasNewPassword: true }

/** Change password (behaviour 2.23): the link is verified first; only the new password uses it up. */
function ChangePasswordPage() {
  const { t } = useTranslation()
  const { request_id: requestId = '' } = useParams()
  const link = accountApi.useVerifyPasswordResetQuery({ request_id: requestId })
  const [apply, result] = accountApi.useApplyPasswordResetMutation()

  if (result.isSuccess) return <Navigate to="/auth/login" replace state={CHANGED} />
  if (link.isLoading) return <AuthCard title={t('register.change_password_title')}>{null}</AuthCard>
  if (!link.data?.isValid) return <InvalidLink />
  return (
    <AuthCard title={t('register.change_password_title')}>
      <NewPasswordForm
        links={link.data.calendarLinks}
        onSend={async (typed) => (await apply({ ...typed, request_id: requestId })).error}
      />
    </AuthCard>
  )
}

function InvalidLink() {
  const { t } = useTranslation()
  return (
    <AuthCard title={t('register.invalid_link_title')}>
      <p role="alert" className="font-body">
        {t('register.change_password_hint')}
      </p>
      <LinkButton to="/auth/forgot-password" variant="primary" className="mt-6">
        {t('register.return')}
      </LinkButton>
    </AuthCard>
  )
}

type Props = {
  /** Calendar links that the new password can end. */
  links: number
  onSend: (typed: Omit<ApplyPasswordResetBody, 'request_id'>) => Promise<unknown>
}

/** The form behind a valid reset link; its password rules differ from registration (ruling 41). */
function NewPasswordForm({ links, onSend }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { password: '', confirm: '', isKnown: false },
    rules: newPasswordProblems,
    pairs: PASSWORD_PAIR,
    incomplete: 'register.please_fill',
    say: t,
  })
  return (
    <Form
      form={form}
      onSubmit={async ({ password, isKnown }) => {
        const error = await onSend({
          new_password: password,
          ...(isKnown && { someone_knew: true }),
        })
        return error ? { form: t('register.change_password_hint') } : undefined
      }}
      className="flex flex-col gap-5"
    >
      <FormError {...form.error} />
      <PasswordOwner />
      <NewPassword
        {...form.field('password')}
        label={t('register.new_password')}
        hint={t('register.change_password_rules')}
      />
      <AccountPassword
        {...form.field('confirm')}
        autoComplete="new-password"
        label={t('register.confirm_new_password')}
      />
      <SomeoneKnew
        links={links}
        value={form.values.isKnown}
        onChange={form.field('isKnown').onChange}
      />
      <Submit of={form}>{t('register.change_password')}</Submit>
    </Form>
  )
}

export { ChangePasswordPage as Screen }
