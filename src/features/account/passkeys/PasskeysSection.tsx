import { useTranslation } from 'react-i18next'
import { PASSKEYS_MAX, type Passkey } from '#contract/security.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { passkeysElsewhere, supportsPasskeys } from '#src/platform/passkeySupport.ts'
import { useListPasskeysQuery, useRemovePasskeyMutation } from '#src/store/account/passkeys/api.ts'
import { factOf } from '#src/ui/factOf.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'

export function PasskeysSection() {
  const { t } = useTranslation()
  const result = useListPasskeysQuery()
  return (
    <SummaryRow
      name="passkeys"
      level={4}
      title={t('passkeys.title')}
      fact={factOf(result, ({ length: count }) => t('settings.passkeys', { count }))}
      hint={t('settings.manage')}
      lead={t('passkeys.lead')}
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(passkeys) => (
          <>
            <PasskeyList passkeys={passkeys} />
            <Adding count={passkeys.length} />
          </>
        )}
      </LoadState>
    </SummaryRow>
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
  const [remove, { isLoading, originalArgs }] = useRemovePasskeyMutation()
  const confirm = useConfirm()
  const handleRemove = async ({ id, name }: Passkey) => {
    const text = t('passkeys.remove_text', { name })
    if (await confirm({ title: t('passkeys.remove_title'), text })) void remove(id)
  }
  return (
    <>
      {passkeys.length === 0 && <p className="font-sans text-ui">{t('passkeys.none')}</p>}
      <ul
        tabIndex={-1}
        aria-label={t('passkeys.list')}
        className="w-full max-w-2xl divide-y divide-line outline-none"
      >
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isBusy={isLoading && originalArgs === passkey.id}
            onRemove={() => void handleRemove(passkey)}
          />
        ))}
      </ul>
    </>
  )
}
