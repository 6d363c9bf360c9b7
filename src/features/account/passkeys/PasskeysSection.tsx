import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, type Passkey } from '#contract/security.ts'
import { passkeysElsewhere, supportsPasskeys } from '#src/platform/passkeySupport.ts'
import { passkeysApi } from '#src/store/account/passkeys/api.ts'
import { addNewPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { FirstRows, ThingRow } from '#src/ui/ShowMore.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { SettingsRow } from '../SettingsRow.tsx'

const nameProblems = filled({ name: 'passkeys.name_missing' } as const)

type Props = { passkey: Passkey; isBusy: boolean; onRemove: () => void }

function PasskeyRow({ passkey, isBusy, onRemove }: Props) {
  const { t } = useTranslation()
  const { name } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  if (isRenaming)
    return (
      <li className="py-3">
        <RenameForm passkey={passkey} onDone={() => setIsRenaming(false)} />
      </li>
    )
  return (
    <ThingRow name={name} facts={<PasskeyFacts passkey={passkey} />}>
      <div className="flex flex-wrap gap-3">
        <Button
          ref={renameButton}
          aria-label={t('passkeys.rename_name', { name })}
          onClick={() => setIsRenaming(true)}
        >
          {t('passkeys.rename')}
        </Button>
        <Button busy={isBusy} aria-label={t('passkeys.remove_name', { name })} onClick={onRemove}>
          {t('passkeys.remove')}
        </Button>
      </div>
    </ThingRow>
  )
}

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const { created_at, last_used_at, is_synced } = passkey
  return (
    <>
      <Timed text={t('passkeys.added', { date: TIME })} day={created_at} />
      <span>, </span>
      <Timed
        text={t(last_used_at === null ? 'passkeys.unused' : 'passkeys.last_used', { date: TIME })}
        day={last_used_at}
      />
      {is_synced && <span>{`, ${t('passkeys.synced')}`}</span>}
    </>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation()
  const [rename] = passkeysApi.useRenamePasskeyMutation()
  const form = useForm({ initial: { name: passkey.name }, rules: nameProblems, say: t })
  const handleSubmit = async ({ name }: { name: string }) => {
    const { error } = await rename({ id: passkey.id, name: name.trim() })
    if (!error) onDone()
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
      <Submit of={form} variant="secondary">
        {t('passkeys.save')}
      </Submit>
      <Button variant="quiet" onClick={onDone}>
        {t('passkeys.cancel')}
      </Button>
    </Form>
  )
}

/** Asks for the name first: the browser's dialog completes the rest. Refusals are toasts, and the name stays. */
function AddPasskey() {
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
  }
  return (
    <Form form={form} aria-label={t('passkeys.add')} onSubmit={handleSubmit}>
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
        <Submit of={form} variant="secondary" icon="key">
          {t('passkeys.add')}
        </Submit>
        <div role="status" className="font-sans text-sm text-ink-soft">
          {hint && <p className="mt-2">{t(hint)}</p>}
        </div>
      </div>
    </Form>
  )
}

export function PasskeysSection() {
  const { t } = useTranslation()
  const result = passkeysApi.useListPasskeysQuery()
  return (
    <SettingsRow
      name="passkeys"
      title={t('passkeys.title')}
      fact={({ length: count }) => t('settings.passkeys', { count })}
      hint={t('settings.manage')}
      lead={t('passkeys.lead')}
      result={result}
    >
      {(passkeys) => (
        <>
          <PasskeyList passkeys={passkeys} />
          <Adding count={passkeys.length} />
        </>
      )}
    </SettingsRow>
  )
}

function Adding({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count >= PASSKEYS_MAX)
    return <p className="font-sans text-ui">{t('passkeys.full', { count })}</p>
  const address = passkeysElsewhere()
  if (address !== null)
    return <p className="font-sans text-ui">{t('passkeys.elsewhere', { address })}</p>
  if (!supportsPasskeys()) return <p className="font-sans text-ui">{t('passkeys.unsupported')}</p>
  return <AddPasskey />
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation()
  const [remove, { isLoading, originalArgs }] = passkeysApi.useRemovePasskeyMutation()
  const confirm = useConfirm()
  const handleRemove = ({ id, name }: Passkey) =>
    confirm({
      title: t('passkeys.remove_title'),
      text: t('passkeys.remove_text', { name }),
      action: () => void remove(id),
    })
  return (
    <>
      {passkeys.length === 0 && <p className="font-sans text-ui">{t('passkeys.none')}</p>}
      <FirstRows label={t('passkeys.list')} rows={passkeys}>
        {(passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isBusy={isLoading && originalArgs === passkey.id}
            onRemove={() => handleRemove(passkey)}
          />
        )}
      </FirstRows>
    </>
  )
}
