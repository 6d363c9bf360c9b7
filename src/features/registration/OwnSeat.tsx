import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { OwnRegistration } from '#contract/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { refusalText } from '#src/store/refusals.ts'
import {
  useCancelRegistrationMutation,
  useConfirmSeatMutation,
} from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { joined } from '#src/ui/look.ts'
import { useConfirm } from '#src/ui/useConfirm.tsx'

type Props = { id: ContentId; mine: OwnRegistration }

type Texts = { label: MessageKey; title: MessageKey; question: MessageKey }
/** States without a seat, and unknown ones, have no row. */
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

/** Controls of the reader's own seat or place on the waiting list. */
export function OwnSeat({ id, mine }: Props) {
  const { t } = useTranslation()
  const [take, taking] = useConfirmSeatMutation()
  const [cancel, cancelling] = useCancelRegistrationMutation()
  const confirm = useConfirm()
  const { state, answers } = mine
  const leaving = LEAVING[state]
  if (leaving === undefined) return null
  const error = taking.error ?? cancelling.error
  const handleLeave = async () => {
    if (await confirm({ title: t(leaving.title), text: t(leaving.question) })) void cancel(id)
  }
  return (
    <>
      {answers.some(({ answer }) => answer !== '') && <Answers answers={answers} />}
      <FormError message={error && t(refusalText(error, 'registration.failed'))} />
      <div className="flex flex-wrap gap-3">
        {state === 'offered' && (
          <Button variant="primary" busy={taking.isLoading} onClick={() => void take(id)}>
            {t('registration.confirm')}
          </Button>
        )}
        <Button
          variant="quiet"
          busy={cancelling.isLoading}
          className={joined('text-ember', state !== 'offered' && '-ms-5')}
          onClick={() => void handleLeave()}
        >
          {t(leaving.label)}
        </Button>
      </div>
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
