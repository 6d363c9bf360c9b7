import { useTranslation } from 'react-i18next'
import { accountApi } from '#src/store/account/api.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { AccountEmail } from './AccountFields.tsx'
import { AuthCard, AuthLink, FormNotice, useAuthState } from './AuthCard.tsx'
import { emailProblems } from './accountRules.ts'

/** The response never reveals whether the e-mail address has an account (behaviour 2.22). */
function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [request, { isSuccess }] = accountApi.useRequestPasswordResetMutation()
  const { email = '' } = useAuthState()
  const form = useForm({ initial: { email }, rules: emailProblems, say: t })
  const { values } = form

  const handleSubmit = async ({ email }: typeof values) => {
    const { error } = await request({ email: email.trim() })
    return error && { form: t('login.request_change_comm_error') }
  }

  return (
    <AuthCard title={t('login.forgot_title')} lead={t('login.forgot_intro')}>
      <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-5">
        <FormError {...form.error} />
        <AccountEmail {...form.field('email')} />
        <Submit of={form}>{t('login.send')}</Submit>
        <FormNotice
          message={isSuccess && !form.refused ? t('login.success_request_change_if') : undefined}
        />
      </Form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-6">
        <AuthLink to="/auth/login" email={values.email}>
          {t('login.back_to_login')}
        </AuthLink>
        <AuthLink to="/auth/register" email={values.email}>
          {t('login.register')}
        </AuthLink>
      </div>
    </AuthCard>
  )
}

export { ForgotPasswordPage as Screen }
