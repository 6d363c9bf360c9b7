import { useTranslation } from 'react-i18next'
import type { SecondFactor } from '#contract/security.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import {
  useConfirmSecondFactorMutation,
  useGetSecondFactorQuery,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useStartSecondFactorMutation,
} from '#src/store/account/second-factor/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { factOf } from '#src/ui/factOf.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { Time } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

/** Two-step login: set-up, recovery codes, and turning it off. */
export function TwoStepSection() {
  const { t } = useTranslation()
  const result = useGetSecondFactorQuery()
  return (
    <SummaryRow
      name="two-step"
      level={4}
      title={t('second_step.title')}
      fact={factOf(result, ({ enabled_at }) =>
        enabled_at === null ? (
          t('settings.off')
        ) : (
          <>
            <span>{t('second_step.is_on')}</span> <Time value={enabled_at} />
          </>
        ),
      )}
      hint={t(result.data?.enabled_at === null ? 'settings.set_up' : 'settings.manage')}
      lead={t('second_step.lead')}
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(state) => <TwoStep state={state} />}
      </LoadState>
    </SummaryRow>
  )
}

function TwoStep({ state }: { state: SecondFactor }) {
  const { t } = useTranslation()
  // The fixed keys keep secrets that are shown only once over a change of tabs.
  const [start, started] = useStartSecondFactorMutation({ fixedCacheKey: 'second-factor' })
  const [confirm, confirmed] = useConfirmSecondFactorMutation({ fixedCacheKey: 'first-code' })
  const [renew, renewed] = useRenewRecoveryCodesMutation({ fixedCacheKey: 'recovery-codes' })
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

type TurnedOnProps = { state: SecondFactor; isBusy: boolean; onRenew: () => void }

function TurnedOn({ state, isBusy, onRenew }: TurnedOnProps) {
  const { t } = useTranslation()
  const [remove, { isLoading }] = useRemoveSecondFactorMutation()
  const confirm = useConfirm()
  const offText = state.is_required ? 'turn_off_required_text' : 'turn_off_text'
  const handleRenew = async () => {
    const text = t('second_step.renew_text')
    if (await confirm({ title: t('second_step.renew'), text })) onRenew()
  }
  const handleRemove = async () => {
    const text = t(`second_step.${offText}`)
    if (await confirm({ title: t('second_step.turn_off_title'), text })) void remove()
  }
  return (
    <>
      <div className="font-sans text-ui">
        <p>
          {t('second_step.is_on')} <Time value={state.enabled_at} className="font-medium" />
        </p>
        <p>{t('second_step.codes_left', { count: state.codes_left })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={() => void handleRenew()}>
          {t('second_step.renew')}
        </Button>
        <Button variant="danger" busy={isLoading} onClick={() => void handleRemove()}>
          {t('second_step.turn_off')}
        </Button>
      </div>
    </>
  )
}
