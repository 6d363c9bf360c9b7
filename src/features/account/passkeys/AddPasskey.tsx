import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSKEY_NAME_MAX } from '#contract/securityLimits.ts'
import { addNewPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** The name comes first: the browser's dialog ends the rest by itself. Refusals are toasts, and the name stays. */
export function AddPasskey() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [name, setName] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hint, setHint] = useState<'passkeys.known' | 'passkeys.cancelled'>()

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = name.trim() === ''
    setIsMissing(isEmpty)
    setHint(undefined)
    if (isEmpty || isBusy) return
    setIsBusy(true)
    const outcome = await dispatch(addNewPasskey(name.trim()))
    setIsBusy(false)
    if (outcome === 'done') setName('')
    if (outcome === 'known') setHint('passkeys.known')
    if (outcome === 'cancelled') setHint('passkeys.cancelled')
  }
  return (
    <form
      noValidate
      aria-label={t('passkeys.add')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-3"
    >
      <TextField
        label={t('passkeys.name')}
        hint={t('passkeys.name_hint')}
        name="passkey_name"
        autoComplete="off"
        required
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={setName}
        error={isMissing && name.trim() === '' ? t('passkeys.name_missing') : undefined}
        className="w-full sm:max-w-md"
      />
      <div>
        <Button type="submit" icon="key" busy={isBusy}>
          {t('passkeys.add')}
        </Button>
        <div role="status" className="font-sans text-sm text-ink-soft">
          {hint && <p className="mt-2">{t(hint)}</p>}
        </div>
      </div>
    </form>
  )
}
