import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { EmailChange } from '#contract/security.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import {
  useCancelEmailChangeMutation,
  useChangeEmailMutation,
  useGetEmailChangeQuery,
} from '#src/store/account/credentials/api.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import { useForm } from '#src/ui/form/useForm.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'

/** Changes the e-mail address: the new one proves itself by a mailed link. */
export function EmailSection() {
  const { t } = useTranslation()
  const email = useGetProfileQuery().data?.email ?? ''
  const result = useGetEmailChangeQuery()
  return (
    <SummaryRow
      name="email"
      level={4}
      title={t('credentials.email_title')}
      fact={result.data?.new_email ? t('settings.email_pending') : email}
      hint={t('settings.change')}
      lead={t('credentials.email_lead', { email })}
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(change) => (change.new_email === null ? <EmailForm /> : <Pending change={change} />)}
      </LoadState>
    </SummaryRow>
  )
}

type Change = { new_email: string }

const emailProblems = ({ new_email }: Change) =>
  isEmail(new_email) ? {} : ({ new_email: 'register.bad_email' } as const)

function EmailForm() {
  const { t } = useTranslation()
  const [change] = useChangeEmailMutation()
  const form = useForm({ initial: { new_email: '' }, rules: emailProblems, say: t })
  const handleSubmit = async (typed: Change) => {
    const { error } = await change({ new_email: typed.new_email.trim() })
    if (!error) form.clear(typed)
    return refusalOf(error, t)
  }
  return (
    <Form
      form={form}
      aria-label={t('credentials.email_title')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <TextField
        {...form.field('new_email')}
        label={t('credentials.new_email')}
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
        className="w-full sm:max-w-md"
      />
      <Button type="submit" busy={form.isBusy}>
        {t('credentials.change_email')}
      </Button>
    </Form>
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
