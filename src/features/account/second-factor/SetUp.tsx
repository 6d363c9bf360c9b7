import { useTranslation } from 'react-i18next'
import type { SecondFactorSecret } from '#contract/security.ts'
import { isNotConfirmed, statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { useForm } from '#src/ui/form/useForm.ts'
import { QrCode } from '#src/ui/QrCode.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useFocusOnShow } from '#src/ui/useFocusOnShow.ts'

/** Longer than any code with spaces. Characters. */
const CODE_MAX = 40

type Props = {
  started: SecondFactorSecret
  /** Resolves to the error of a refusal. */
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}

/** The secret for the authenticator app, and the first code, which proves that the app has it. */
export function SetUp({ started, ...props }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const { secret, url } = started
  return (
    <div className="flex w-full max-w-measure flex-col gap-4">
      <h5 ref={heading} tabIndex={-1} data-autofocus className="text-base font-semibold">
        {t('second_step.set_up_title')}
      </h5>
      <p className="font-sans text-ui">{t('second_step.scan')}</p>
      <QrCode text={url} label={t('second_step.qr')} />
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

const codeProblems = filled({ code: 'second_step.code_missing' } as const)

function FirstCode({ onCode, onCancel }: Omit<Props, 'started'>) {
  const { t } = useTranslation()
  const form = useForm({ initial: { code: '' }, rules: codeProblems, say: t })
  const handleSubmit = async ({ code }: { code: string }) => {
    const error = await onCode(code.trim())
    if (isNotConfirmed(error)) return undefined
    return refusalOf(error, t, statusOf(error) === 429 ? 'second_step.throttled' : 'step_up.failed')
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
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('second_step.turn_on')}
        </Button>
        <Button onClick={onCancel}>{t('second_step.cancel')}</Button>
      </div>
    </Form>
  )
}
