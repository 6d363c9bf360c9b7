import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { DateOption, DatePoll } from '#contract/schemas/planning.ts'
import { DATE_ANSWERS, type DateAnswer } from '#contract/sets.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useAnswerPollMutation, useCancelPollMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { RadioRow } from './RadioRow.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type Props = { group: GroupId; poll: DatePoll; mayPlan: boolean }

/** A date poll; a list and not a table, so that it fits a narrow screen. */
export function PollCard({ group, poll, mayPlan }: Props) {
  const { t } = useTranslation()
  const { title, notes, made_by, options } = poll
  return (
    <li tabIndex={-1} className="border-s-2 border-line ps-3 outline-none">
      {title !== '' && <p className="font-medium wrap-anywhere">{title}</p>}
      {notes !== '' && <p className="whitespace-pre-line wrap-anywhere">{notes}</p>}
      {made_by !== null && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          {t('planning.asked_by', { name: made_by })}
        </p>
      )}
      <ul className="mt-1 flex flex-col gap-3">
        {options.map((option) => (
          <Option key={option.id} group={group} poll={poll} option={option} mayPlan={mayPlan} />
        ))}
      </ul>
      {mayPlan && <CancelPoll group={group} poll={poll} />}
    </li>
  )
}

type OptionProps = Props & { option: DateOption }

function Option({ group, poll, option, mayPlan }: OptionProps) {
  const { t } = useTranslation()
  const [answer, { isLoading, error, originalArgs }] = useAnswerPollMutation()
  const [isFixed, setIsFixed] = useState(false)
  const { starts_at, ends_at, is_best } = option
  const chosen = (isLoading && originalArgs?.answers[0]?.answer) || option.mine
  const handleAnswer = (value: DateAnswer) =>
    void answer({
      group,
      id: poll.id,
      time_zone: readerTimeZone(),
      answers: [{ option_id: option.id, answer: value }],
    })
  return (
    <li>
      <p>
        <TimeSpan start={starts_at} end={ends_at} className="font-medium" />
        {is_best && <span className="font-medium text-moss"> · {t('planning.best')}</span>}
      </p>
      <RadioRow<DateAnswer>
        legend={<TimeSpan start={starts_at} end={ends_at} />}
        choices={DATE_ANSWERS.map((value) => ({ value, label: t(`planning.${value}`) }))}
        value={chosen}
        onChange={handleAnswer}
      />
      <OptionAnswers option={option} />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      {mayPlan && (
        <>
          <Button icon="check" onClick={() => setIsFixed(true)}>
            {t('planning.fix')}
            <span className="sr-only">
              <TimeSpan start={starts_at} end={ends_at} />
            </span>
          </Button>
          <SessionDialog
            group={group}
            open={isFixed}
            target={{ kind: 'fix', poll, option }}
            onClose={() => setIsFixed(false)}
          />
        </>
      )}
    </li>
  )
}

function OptionAnswers({ option: { answers } }: Pick<OptionProps, 'option'>) {
  const { t } = useTranslation()
  const given = DATE_ANSWERS.map((value) => ({
    value,
    names: answers.filter(({ answer }) => answer === value).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0)
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      {given.length === 0
        ? t('planning.no_answers')
        : given
            .map(
              ({ value, names }) =>
                `${t(`planning.${value}`)} (${names.length}): ${names.join(', ')}`,
            )
            .join(' · ')}
    </p>
  )
}

function CancelPoll({ group, poll }: Omit<Props, 'mayPlan'>) {
  const { t } = useTranslation()
  const [cancel, { isLoading, error }] = useCancelPollMutation()
  const confirm = useConfirm()
  const handleCancel = async () => {
    const isSure = await confirm({
      title: t('planning.cancel_poll'),
      text: t('planning.cancel_poll_text'),
      yes: t('planning.cancel_poll'),
      no: t('planning.keep_poll'),
    })
    if (isSure) void cancel({ group, id: poll.id })
  }
  return (
    <div className="pt-3">
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <Button variant="danger" busy={isLoading} onClick={() => void handleCancel()}>
        {t('planning.cancel_poll')}
      </Button>
    </div>
  )
}
