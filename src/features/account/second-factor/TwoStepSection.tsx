import { useTranslation } from 'react-i18next'
import type { SecondFactor, SecondFactorSecret } from '#contract/security.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { QrCode } from '#kit/QrCode.tsx'
import { printAlone, saveFile } from '#src/platform/output.ts'
import { printPage } from '#src/platform/page.ts'
import { secondFactorApi } from '#src/store/account/second-factor/api.ts'
import { isNotConfirmed, statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { CODE_MAX, codeProblems } from '../CodeField.tsx'
import { SettingsRow } from '../SettingsRow.tsx'

type SetUpProps = {
  started: SecondFactorSecret
  /** Resolves to the error of a refusal. */
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}

/** The secret for the authenticator app, and the first code, which proves that the app has it. */
function SetUp({ started, ...props }: SetUpProps) {
  const { t } = useTranslation()
  const { secret, url } = started
  return (
    <div className="flex w-full max-w-measure flex-col gap-4">
      <FocusedHeading level={5} data-autofocus className="text-base font-semibold">
        {t('second_step.set_up_title')}
      </FocusedHeading>
      <p className="font-sans text-ui">{t('second_step.scan')}</p>
      <QrCode
        text={url}
        label={t('second_step.qr')}
        className="max-w-full rounded border border-line"
      />
      {url.startsWith('otpauth://') && (
        <a
          href={url}
          className="inline-flex min-h-tap items-center self-start font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
        >
          {t('second_step.open_app')}
        </a>
      )}
      <div className="flex flex-col items-start gap-2">
        <p className="font-sans text-ui">{t('second_step.secret')}</p>
        <code className="rounded border border-line bg-parchment/60 px-4 py-2 text-ui wrap-anywhere">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton
          text={secret}
          label={t('second_step.copy_key')}
          copied={t('second_step.copied')}
          notCopied={t('second_step.not_copied')}
        />
      </div>
      <FirstCode {...props} />
    </div>
  )
}

function FirstCode({ onCode, onCancel }: Omit<SetUpProps, 'started'>) {
  const { t } = useTranslation()
  const form = useForm({ initial: { code: '' }, rules: codeProblems, say: t })
  const handleSubmit = async ({ code }: { code: string }) => {
    const error = await onCode(code.trim())
    if (isNotConfirmed(error)) return undefined
    return refusalOf(
      error,
      t,
      statusOf(error) === 429 ? 'second_step.throttled' : 'second_step.failed',
    )
  }
  return (
    <Form
      form={form}
      aria-label={t('second_step.set_up')}
      onSubmit={handleSubmit}
      className="flex flex-col gap-4"
    >
      <p className="font-sans text-ui">{t('second_step.first_code')}</p>
      <FormError {...form.error} />
      <TextField
        {...form.field('code')}
        label={t('second_step.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        maxLength={CODE_MAX}
      />
      <div className="flex flex-wrap gap-3">
        <Submit of={form}>{t('second_step.turn_on')}</Submit>
        <Button onClick={onCancel}>{t('second_step.cancel')}</Button>
      </div>
    </Form>
  )
}

type Props = { codes: readonly string[]; onKept: () => void }

/** The only time that the codes are shown. Printing prints nothing else. */
function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const handleDownload = () => {
    const content = `${t('second_step.file_title')}\n\n${text}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), t('second_step.file_name'))
  }
  return (
    <div ref={printAlone} className="flex w-full max-w-measure flex-col gap-4">
      <FocusedHeading level={5} data-autofocus className="text-base font-semibold">
        {t('second_step.codes_title')}
      </FocusedHeading>
      <p className="font-sans text-ui">{t('second_step.codes_lead')}</p>
      <ul
        aria-label={t('second_step.codes')}
        className="grid gap-x-8 gap-y-2 rounded border border-line bg-parchment/60 px-4 py-3 text-ui sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            {/* In the other typefaces 0 and o look alike. */}
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={text}
          label={t('second_step.copy')}
          copied={t('second_step.copied')}
          notCopied={t('second_step.not_copied')}
        />
        <Button onClick={handleDownload}>{t('second_step.download')}</Button>
        <Button onClick={printPage}>{t('second_step.print')}</Button>
      </div>
      <Button variant="primary" className="self-start print:hidden" onClick={onKept}>
        {t('second_step.kept')}
      </Button>
    </div>
  )
}

export function TwoStepSection() {
  const { t } = useTranslation()
  const result = secondFactorApi.useGetSecondFactorQuery()
  return (
    <SettingsRow
      name="two-step"
      title={t('second_step.title')}
      fact={({ enabled_at }) =>
        enabled_at === null ? (
          t('settings.off')
        ) : (
          <Timed text={t('second_step.is_on', { date: TIME })} day={enabled_at} />
        )
      }
      hint={t(result.data?.enabled_at === null ? 'settings.set_up' : 'settings.manage')}
      lead={t('second_step.lead')}
      result={result}
    >
      {(state) => <TwoStep state={state} />}
    </SettingsRow>
  )
}

function TwoStep({ state }: { state: SecondFactor }) {
  const { t } = useTranslation()
  // The fixed keys keep secrets that are shown only once over a change of tabs.
  const [start, started] = secondFactorApi.useStartSecondFactorMutation({
    fixedCacheKey: 'second-factor',
  })
  const [confirm, confirmed] = secondFactorApi.useConfirmSecondFactorMutation({
    fixedCacheKey: 'first-code',
  })
  const [renew, renewed] = secondFactorApi.useRenewRecoveryCodesMutation({
    fixedCacheKey: 'recovery-codes',
  })
  const reset = () => {
    for (const call of [started, confirmed, renewed]) call.reset()
  }
  const codes = (confirmed.data ?? renewed.data)?.codes
  if (codes) return <RecoveryCodes codes={codes} onKept={reset} />
  if (started.data)
    return (
      <SetUp
        started={started.data}
        onCode={async (code) => (await confirm({ code })).error}
        onCancel={reset}
      />
    )
  if (state.enabled_at !== null)
    return <TurnedOn state={state} isBusy={renewed.isLoading} onRenew={() => void renew()} />
  return (
    <>
      {state.is_required && <p className="font-sans text-ui">{t('second_step.required')}</p>}
      <Button busy={started.isLoading} onClick={() => void start()}>
        {t('second_step.set_up')}
      </Button>
    </>
  )
}

type TurnedOnProps = { state: SecondFactor; isBusy: boolean; onRenew: () => undefined }

function TurnedOn({ state, isBusy, onRenew }: TurnedOnProps) {
  const { t } = useTranslation()
  const [remove, { isLoading }] = secondFactorApi.useRemoveSecondFactorMutation()
  const confirm = useConfirm()
  const offText = state.is_required ? 'turn_off_required_text' : 'turn_off_text'
  const handleRenew = () =>
    confirm({ title: t('second_step.renew'), text: t('second_step.renew_text'), action: onRenew })
  const handleRemove = () =>
    confirm({
      title: t('second_step.turn_off_title'),
      text: t(`second_step.${offText}`),
      action: () => void remove(),
    })
  return (
    <>
      <div className="font-sans text-ui">
        <p>
          <Timed text={t('second_step.is_on', { date: TIME })} day={state.enabled_at} />
        </p>
        <p>{t('second_step.codes_left', { count: state.codes_left })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={handleRenew}>
          {t('second_step.renew')}
        </Button>
        <Button variant="danger" busy={isLoading} onClick={handleRemove}>
          {t('second_step.turn_off')}
        </Button>
      </div>
    </>
  )
}
