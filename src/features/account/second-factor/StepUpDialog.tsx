import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { STEP_UP_MINUTES } from '#contract/securityLimits.ts'
import { useCodeTexts } from '#src/i18n/useCodeTexts.ts'
import { supportsPasskeys } from '#src/platform/passkeySupport.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useListPasskeysQuery } from '#src/store/account/passkeys/api.ts'
import { stepUpWithPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { useStepUpMutation } from '#src/store/account/second-factor/api.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { confirmationDeclined, selectIsConfirmationAsked } from '#src/store/session/stepUpSlice.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeField } from '#src/ui/CodeField.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { PasswordOwner } from '#src/ui/PasswordOwner.tsx'
import { PasswordField } from '#src/ui/TextField.tsx'
import { type Proof, stepUpErrors } from './stepUpErrors.ts'

/** Asks for the password, and the code where the account has a second step, while a sensitive act waits. */
export function StepUpDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isAsked = useAppSelector(selectIsConfirmationAsked)
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const handleCancel = () => dispatch(confirmationDeclined())
  // Leaving the page gives the act up.
  useEffect(() => () => void dispatch(confirmationDeclined()), [dispatch])

  return (
    <Modal
      open={isAsked}
      onClose={handleCancel}
      title={t('step_up.title')}
      closeLabel={t('dashboard.close_dialog')}
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

/** Removed with its secrets when the dialog closes. */
function StepUpForm({ id, onBusy }: FormProps) {
  const { t } = useTranslation()
  const codeTexts = useCodeTexts()
  const { data: profile } = useGetProfileQuery()
  const [stepUp, { isLoading, error }] = useStepUpMutation()
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const [sent, setSent] = useState<Proof | null>(null)
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  useEffect(() => {
    onBusy(isLoading)
    return () => onBusy(false)
  }, [isLoading, onBusy])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(proof)
    const code = proof.code.trim()
    if (isLoading || proof.password.trim() === '' || (isCodeAsked && code === '')) return
    const answer = await stepUp({ password: proof.password, ...(isCodeAsked && { code }) })
    if (!stepUpErrors(answer.error, proof, null).isCodeAsked) return
    setIsCodeAsked(true)
    setSent(null)
  }
  const errors = stepUpErrors(error, proof, sent)
  return (
    <form id={id} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <FormError message={errors.form && t(errors.form)} />
      <PasswordOwner email={profile?.email} />
      <PasswordField
        label={t('step_up.password')}
        name="password"
        autoComplete="current-password"
        required
        maxLength={TEXT_MAX}
        data-autofocus
        toggleLabels={{ show: t('login.show_password'), hide: t('login.hide_password') }}
        value={proof.password}
        onChange={(password) => setProof({ ...proof, password })}
        error={errors.password && t(errors.password)}
      />
      {isCodeAsked && (
        <CodeField
          autoFocus
          texts={codeTexts}
          value={proof.code}
          onChange={(code) => setProof({ ...proof, code })}
          error={errors.code && t(errors.code)}
        />
      )}
      <PasskeyInstead />
    </form>
  )
}

function PasskeyInstead() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<'step_up.failed' | 'step_up.passkey_refused'>()
  const isOffered = useFeature('passkeys') && supportsPasskeys()
  const { data: passkeys = [] } = useListPasskeysQuery(undefined, { skip: !isOffered })
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
