import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STEP_UP_MINUTES } from '#contract/security.ts'
import { offersPasskeys } from '#src/platform/passkeySupport.ts'
import { accountApi } from '#src/store/account/api.ts'
import { passkeysApi } from '#src/store/account/passkeys/api.ts'
import { stepUpWithPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { isCodeRequired, secondFactorApi } from '#src/store/account/second-factor/api.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { confirmationDeclined, selectIsConfirmationAsked } from '#src/store/session/stepUp.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { AccountPassword, PasswordOwner } from '../AccountFields.tsx'
import { CodeField, codeProblems } from '../CodeField.tsx'

/** Asks for the password, and the code if the account has a second step, while a sensitive call waits. */
export function StepUpDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isAsked = useAppSelector(selectIsConfirmationAsked)
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const handleCancel = () => dispatch(confirmationDeclined())
  // Leaving the page cancels the call.
  useEffect(() => () => void dispatch(confirmationDeclined()), [dispatch])

  return (
    <Modal
      open={isAsked}
      onClose={handleCancel}
      title={t('step_up.title')}
      size="small"
      footer={
        <>
          <Button onClick={handleCancel}>{t('step_up.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t('step_up.confirm')}
          </Button>
        </>
      }
    >
      <p className="mb-4 font-sans text-ui text-ink-soft">
        {t('step_up.lead', { minutes: STEP_UP_MINUTES })}
      </p>
      <StepUpForm id={formId} onBusy={setIsBusy} />
    </Modal>
  )
}

type FormProps = { id: string; onBusy: (isBusy: boolean) => void }
type Proof = { password: string; code: string }

const passwordProblems = filled({ password: 'step_up.password_missing' } as const)

/** Removed with its secrets when the dialog closes. */
function StepUpForm({ id, onBusy }: FormProps) {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const [stepUp] = secondFactorApi.useStepUpMutation()
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const form = useForm({
    initial: { password: '', code: '' },
    rules: (typed) => ({ ...passwordProblems(typed), ...(isCodeAsked && codeProblems(typed)) }),
    say: t,
  })
  const { isBusy } = form
  useEffect(() => {
    onBusy(isBusy)
    return () => onBusy(false)
  }, [isBusy, onBusy])

  const handleSubmit = async ({ password, code }: Proof) => {
    const { error } = await stepUp({ password, ...(isCodeAsked && { code: code.trim() }) })
    if (!isCodeRequired(error))
      return refusalOf(error, t, statusOf(error) === 429 ? 'step_up.throttled' : 'step_up.failed')
    setIsCodeAsked(true)
    return undefined
  }
  return (
    <Form form={form} id={id} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <FormError {...form.error} />
      <PasswordOwner email={profile?.email} />
      <AccountPassword
        {...form.field('password')}
        label={t('step_up.password')}
        autoComplete="current-password"
        data-autofocus
      />
      {isCodeAsked && <CodeField autoFocus {...form.field('code')} />}
      <PasskeyInstead />
    </Form>
  )
}

function PasskeyInstead() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<'step_up.failed' | 'step_up.passkey_refused'>()
  const isOffered = useFeature('passkeys') && offersPasskeys()
  const { data: passkeys = [] } = passkeysApi.useListPasskeysQuery(undefined, { skip: !isOffered })
  if (!isOffered || passkeys.length === 0) return null

  const handleClick = async () => {
    setIsBusy(true)
    setFailure(undefined)
    const outcome = await dispatch(stepUpWithPasskey())
    setIsBusy(false)
    if (outcome === 'unavailable') setFailure('step_up.failed')
    if (outcome === 'refused') setFailure('step_up.passkey_refused')
  }
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <FormError message={failure && t(failure)} />
      <Button icon="key" busy={isBusy} onClick={() => void handleClick()}>
        {t('step_up.use_passkey')}
      </Button>
    </div>
  )
}
