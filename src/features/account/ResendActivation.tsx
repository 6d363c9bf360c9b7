import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResendActivationMutation } from '#src/store/account/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { AccountEmail } from './AccountFields.tsx'
import { isEmail } from './accountRules.ts'
import { FormNotice } from './FormNotice.tsx'

type Props = {
  hint: string
  /** From the form of this page; without one there is a field for it. */
  email?: string
  onBadEmail?: () => void
}

export function ResendActivation({ hint, email, onBadEmail }: Props) {
  const { t } = useTranslation()
  const [resend, { isLoading, isSuccess, isError, reset }] = useResendActivationMutation()
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const emailAddress = (email ?? typed).trim()

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    reset()
    const isBad = !isEmail(emailAddress)
    setIsRefused(isBad)
    if (isBad) onBadEmail?.()
    else void resend({ email: emailAddress })
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <p className="font-sans text-ui text-ink-soft">{hint}</p>
      {email === undefined && (
        <AccountEmail value={typed} onChange={setTyped} isMalformed={isRefused} />
      )}
      <FormError message={isError ? t('login.request_change_comm_error') : undefined} />
      <Button type="submit" busy={isLoading} className="self-start">
        {t('login.resend')}
      </Button>
      <FormNotice message={isSuccess ? t('login.resend_done') : undefined} />
    </form>
  )
}
