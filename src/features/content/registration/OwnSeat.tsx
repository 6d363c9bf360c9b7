import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnRegistration } from '#contract/schemas/registration.ts'
import {
  useCancelRegistrationMutation,
  useConfirmSeatMutation,
} from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import type { RegistrationProps } from './RegistrationPanel.tsx'
import { refusalKey } from './refusals.ts'

type Props = RegistrationProps & { mine: OwnRegistration }

const LEAVING = {
  coming: ['give_back', 'give_back_title', 'give_back_text'],
  waiting: ['leave_list', 'leave_list_title', 'leave_list_text'],
  offered: ['decline', 'decline_title', 'decline_text'],
} as const

/** What the reader can do with the own seat or place on the waiting list. */
export function OwnSeat({ id, mine }: Props) {
  const { t } = useTranslation()
  const [confirm, confirming] = useConfirmSeatMutation()
  const [cancel, cancelling] = useCancelRegistrationMutation()
  const [isAsked, setIsAsked] = useState(false)
  const { state, answers } = mine
  if (state === 'cancelled') return null
  const [label, title, text] = LEAVING[state]
  const error = confirming.error ?? cancelling.error
  const handleYes = () => {
    setIsAsked(false)
    void cancel(id)
  }
  return (
    <>
      {answers.some(({ answer }) => answer !== '') && <Answers answers={answers} />}
      <FormError message={error && t(refusalKey(error))} />
      <div className="flex flex-wrap gap-3">
        {state === 'offered' && (
          <Button variant="primary" busy={confirming.isLoading} onClick={() => void confirm(id)}>
            {t('registration.confirm')}
          </Button>
        )}
        <Button variant="danger" busy={cancelling.isLoading} onClick={() => setIsAsked(true)}>
          {t(`registration.${label}`)}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t(`registration.${title}`)}
        message={t(`registration.${text}`)}
        confirmLabel={t('dashboard.yes')}
        cancelLabel={t('dashboard.no')}
        closeLabel={t('dashboard.close_dialog')}
        onConfirm={handleYes}
        onCancel={() => setIsAsked(false)}
      />
    </>
  )
}

function Answers({ answers }: Pick<OwnRegistration, 'answers'>) {
  const { t } = useTranslation()
  return (
    <dl aria-label={t('registration.your_answers')} className="w-full">
      {answers
        .filter(({ answer }) => answer !== '')
        .map(({ question, answer }) => (
          <div key={question} className="mt-2">
            <dt className="text-sm text-ink-soft wrap-anywhere">{question}</dt>
            <dd className="wrap-anywhere">{answer}</dd>
          </div>
        ))}
    </dl>
  )
}
