import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/limits.ts'
import type { EmailChange } from '#contract/schemas/security.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import {
  useCancelEmailChangeMutation,
  useChangeEmailMutation,
  useGetEmailChangeQuery,
} from '#src/store/account/credentials/api.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SettingsSection } from '#src/ui/SettingsSection.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'

const EMAIL = new RegExp(EMAIL_PATTERN)

/** Changes the e-mail address: the new one proves itself by a mailed link. */
export function EmailSection() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const result = useGetEmailChangeQuery()
  return (
    <SettingsSection
      title={t('credentials.email_title')}
      lead={t('credentials.email_lead', { email: profile?.email ?? '' })}
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(change) => (change.new_email === null ? <EmailForm /> : <Pending change={change} />)}
      </LoadState>
    </SettingsSection>
  )
}

function EmailForm() {
  const { t } = useTranslation()
  const [change, { isLoading, error }] = useChangeEmailMutation()
  const [email, setEmail] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const problem = () => {
    if (refused !== email) return undefined
    if (!EMAIL.test(email.trim())) return t('register.bad_email')
    return codesOf(error).includes('email_exists') ? t('register.email_exists') : undefined
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(email)
    if (!EMAIL.test(email.trim())) return
    const { error: refusal } = await change({ new_email: email.trim() })
    if (!refusal) setEmail('')
  }
  return (
    <form
      noValidate
      aria-label={t('credentials.email_title')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <TextField
        label={t('credentials.new_email')}
        type="email"
        name="new_email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
        value={email}
        onChange={setEmail}
        error={problem()}
        className="w-full sm:max-w-md"
      />
      <Button type="submit" busy={isLoading}>
        {t('credentials.change_email')}
      </Button>
    </form>
  )
}

function Pending({ change: { new_email, expires_at } }: { change: EmailChange }) {
  const { t } = useTranslation()
  const [cancel, { isLoading }] = useCancelEmailChangeMutation()
  return (
    <>
      <p role="status" className="max-w-measure font-sans text-ui wrap-anywhere">
        <span>{t('credentials.email_pending', { email: new_email ?? '' })}</span>{' '}
        <TimeSpan start={expires_at} />
      </p>
      <Button busy={isLoading} onClick={() => void cancel()}>
        {t('credentials.cancel_email')}
      </Button>
    </>
  )
}
