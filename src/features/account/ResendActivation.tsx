import { useTranslation } from 'react-i18next'
import { accountApi } from '#src/store/account/api.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import type { ControlVariant } from '#src/ui/look.ts'
import { AccountEmail } from './AccountFields.tsx'
import { FormNotice } from './AuthCard.tsx'
import { carriedInvite } from './useInviteSecret.ts'

type Props = {
  hint: string
  variant?: ControlVariant
  /** Address from the form of this page; without one, this form has a field of its own. */
  email?: string
  onBadEmail?: () => void
}

export function ResendActivation({ hint, variant, email, onBadEmail }: Props) {
  const { t } = useTranslation()
  const [resend, { isSuccess }] = accountApi.useResendActivationMutation()
  const form = useForm({ initial: { email: '' } })

  const handleSubmit = async (typed: { email: string }) => {
    const address = (email ?? typed.email).trim()
    // Checked here, not by a rule of this form: the field may be in another form.
    if (!isEmail(address)) {
      onBadEmail?.()
      return { fields: { email: t('login.bad_email') } }
    }
    const { error } = await resend({ email: address, ...carriedInvite() })
    return error && { form: t('login.request_change_comm_error') }
  }

  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-3">
      <p className="font-sans text-ui text-ink-soft">{hint}</p>
      {email === undefined && <AccountEmail {...form.field('email')} />}
      <FormError {...form.error} />
      <Submit of={form} variant={variant} className="self-start">
        {t('login.resend')}
      </Submit>
      <FormNotice message={isSuccess && !form.refused ? t('login.resend_done') : undefined} />
    </Form>
  )
}
