import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSKEY_NAME_MAX, type Passkey } from '#contract/security.ts'
import { useRenamePasskeyMutation } from '#src/store/account/passkeys/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { Time } from '#src/ui/Time.tsx'
import { nameProblems } from './nameProblems.ts'

type Props = { passkey: Passkey; isBusy: boolean; onRemove: () => void }

export function PasskeyRow({ passkey, isBusy, onRemove }: Props) {
  const { t } = useTranslation()
  const { name } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {isRenaming ? (
        <RenameForm passkey={passkey} onDone={() => setIsRenaming(false)} />
      ) : (
        <>
          <div className="min-w-44 flex-1">
            <p className="font-sans text-ui font-medium wrap-anywhere">{name}</p>
            <PasskeyFacts passkey={passkey} />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button
              ref={renameButton}
              aria-label={t('passkeys.rename_name', { name })}
              onClick={() => setIsRenaming(true)}
            >
              {t('passkeys.rename')}
            </Button>
            <Button
              busy={isBusy}
              aria-label={t('passkeys.remove_name', { name })}
              onClick={onRemove}
            >
              {t('passkeys.remove')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const { created_at, last_used_at, is_synced } = passkey
  return (
    <p className="font-sans text-sm text-ink-soft">
      <span>{t('passkeys.added')}</span> <Time value={created_at} />
      <span>{`, ${t(last_used_at === null ? 'passkeys.unused' : 'passkeys.last_used')}`}</span>
      {last_used_at !== null && (
        <>
          {' '}
          <Time value={last_used_at} />
        </>
      )}
      {is_synced && <span>{`, ${t('passkeys.synced')}`}</span>}
    </p>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation()
  const [rename] = useRenamePasskeyMutation()
  const form = useForm({ initial: { name: passkey.name }, rules: nameProblems, say: t })
  const handleSubmit = async ({ name }: { name: string }) => {
    const { error } = await rename({ id: passkey.id, name: name.trim() })
    if (!error) onDone()
    return undefined
  }
  return (
    <Form
      form={form}
      aria-label={t('passkeys.rename_name', { name: passkey.name })}
      onSubmit={handleSubmit}
      className="flex w-full flex-wrap items-end gap-3"
    >
      <TextField
        {...form.field('name')}
        autoFocus
        label={t('passkeys.new_name')}
        autoComplete="off"
        required
        maxLength={PASSKEY_NAME_MAX}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={form.isBusy}>
        {t('passkeys.save')}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {t('passkeys.cancel')}
      </Button>
    </Form>
  )
}
