import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSKEY_NAME_MAX } from '#contract/security.ts'
import { addNewPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { nameProblems } from './nameProblems.ts'

/** Asks for the name first: the browser's dialog completes the rest. Refusals are toasts, and the name stays. */
export function AddPasskey() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const form = useForm({ initial: { name: '' }, rules: nameProblems, say: t })
  const [hint, setHint] = useState<'passkeys.known' | 'passkeys.cancelled'>()

  const handleSubmit = async (typed: { name: string }) => {
    setHint(undefined)
    const outcome = await dispatch(addNewPasskey(typed.name.trim()))
    if (outcome === 'done') form.clear(typed)
    if (outcome === 'known') setHint('passkeys.known')
    if (outcome === 'cancelled') setHint('passkeys.cancelled')
    return undefined
  }
  return (
    <Form
      form={form}
      aria-label={t('passkeys.add')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-3"
    >
      <TextField
        {...form.field('name')}
        label={t('passkeys.name')}
        hint={t('passkeys.name_hint')}
        name="passkey_name"
        autoComplete="off"
        required
        maxLength={PASSKEY_NAME_MAX}
        className="w-full sm:max-w-md"
      />
      <div>
        <Button type="submit" icon="key" busy={form.isBusy}>
          {t('passkeys.add')}
        </Button>
        <div role="status" className="font-sans text-sm text-ink-soft">
          {hint && <p className="mt-2">{t(hint)}</p>}
        </div>
      </div>
    </Form>
  )
}
