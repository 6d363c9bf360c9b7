import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { OwnRegistration } from '#contract/schemas/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { refusalText } from '#src/store/refusals.ts'
import {
  useCancelRegistrationMutation,
  useConfirmSeatMutation,
} from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { FormError } from '#src/ui/FieldError.tsx'

type Props = { id: ContentId; mine: OwnRegistration }

type Texts = { label: MessageKey; title: MessageKey; question: MessageKey }
/** No row for a state without a seat, or that this site does not know. */
const LEAVING: Partial<Record<OwnRegistration['state'], Texts>> = {
  coming: {
    label: 'registration.give_back',
    title: 'registration.give_back_title',
    question: 'registration.give_back_text',
  },
  waiting: {
    label: 'registration.leave_list',
    title: 'registration.leave_list_title',
    question: 'registration.leave_list_text',
  },
  offered: {
    label: 'registration.decline',
    title: 'registration.decline_title',
    question: 'registration.decline_text',
  },
}

/** What the reader can do with the own seat or place on the waiting list. */
export function OwnSeat({ id, mine }: Props) {
  const { t } = useTranslation()
  const [confirm, confirming] = useConfirmSeatMutation()
  const [cancel, cancelling] = useCancelRegistrationMutation()
  const [isAsked, setIsAsked] = useState(false)
  const { state, answers } = mine
  const leaving = LEAVING[state]
  if (leaving === undefined) return null
  const error = confirming.error ?? cancelling.error
  const handleYes = () => {
    setIsAsked(false)
    void cancel(id)
  }
  return (
    <>
      {answers.some(({ answer }) => answer !== '') && <Answers answers={answers} />}
      <FormError message={error && t(refusalText(error, 'registration.failed'))} />
      <div className="flex flex-wrap gap-3">
        {state === 'offered' && (
          <Button variant="primary" busy={confirming.isLoading} onClick={() => void confirm(id)}>
            {t('registration.confirm')}
          </Button>
        )}
        <Button variant="danger" busy={cancelling.isLoading} onClick={() => setIsAsked(true)}>
          {t(leaving.label)}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t(leaving.title)}
        message={t(leaving.question)}
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
