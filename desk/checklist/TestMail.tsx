import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Outcome = { readonly isSent: boolean; readonly text: string }

/** Sends an email to the logged-in superuser, and shows the response of the mail server. */
export const TestMail = () => {
  const desk = useDataProvider<DeskDataProvider>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { run, isBusy } = useSingleCall(async () => {
    setOutcome(null)
    setOutcome(await outcomeOf(desk))
  })
  return (
    <>
      <div className="desk-actions">
        <ActionButton disabled={isBusy} onClick={() => run()}>
          {t('checklist.test')}
        </ActionButton>
      </div>
      <p className={outcome?.isSent === false ? 'desk-problem' : undefined} role="status">
        {isBusy ? t('checklist.testing') : outcome?.text}
      </p>
    </>
  )
}

async function outcomeOf(desk: DeskDataProvider): Promise<Outcome> {
  try {
    const { to, failure } = await desk.call(deskRoutes.checklist.sendTestMail, {})
    return failure === null
      ? { isSent: true, text: t('checklist.test_sent', { to }) }
      : { isSent: false, text: t('checklist.test_failed', { to, reason: failure }) }
  } catch (error) {
    return { isSent: false, text: messageOf(error) }
  }
}
