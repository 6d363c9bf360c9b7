import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { COMMENT_MAX } from '#contract/planFields.ts'
import type { Plan } from '#contract/planning.ts'
import { DATE_ANSWERS, type DateAnswer } from '#contract/sets.ts'
import { listed } from '#shared/lists.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { watchWindowWidth, windowWidth } from '#src/platform/viewport.ts'
import { planningApi, type Voter } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { MoreMenu } from '#src/ui/MoreMenu.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { Near, TIME, Timed, TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useBrowserFact } from '#src/ui/useKit.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useReader } from './LocalTimes.tsx'
import { commentOf, OptionsForm } from './PollFields.tsx'
import { CommentReport, OptionHead, OwnVote, PollGrid, type PollOptionsProps } from './PollGrid.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type OwnCommentProps = { group: GroupId; poll: DatePoll; reader: Voter }

export function OwnComment({ group, poll, reader }: OwnCommentProps) {
  const { t } = useTranslation()
  const [answer] = planningApi.useAnswerPollMutation()
  const form = useForm({
    initial: { comment: commentOf(poll, reader) },
    keep: `comment/${poll.id}`,
  })
  const handleSubmit = async ({ comment }: typeof form.values) => {
    const { error } = await answer({
      group_id: group,
      id: poll.id,
      time_zone: readerTimeZone(),
      answers: [],
      comment,
    })
    form.settle(error)
    return refusalOf<'comment'>(error, t, 'planning.answer_failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...form.field('comment')}
          label={t('planning.comment_optional')}
          autoComplete="off"
          maxLength={COMMENT_MAX}
          className="min-w-0 flex-1 basis-24"
        />
        <Submit of={form} variant="secondary">
          {t('planning.save_comment')}
        </Submit>
      </div>
      <FormError {...form.error} />
    </Form>
  )
}

type Props = { group: GroupRow; poll: DatePoll; mayPlan: boolean }
type CardProps = Props & Pick<Plan, 'zones'>

const PHONE_PX = 360
/** Narrower windows have a card for each date. */
const GRID_PX = 600

/** A date poll: a grid of people by dates, or a card for each date on a small screen. */
export function PollCard({ group, poll, mayPlan, zones }: CardProps) {
  const reader = useReader(group)
  const [answer, { error }] = planningApi.useAnswerPollMutation()
  const { t } = useTranslation()
  const isNarrow = useBrowserFact(windowWidth, () => PHONE_PX, watchWindowWidth) < GRID_PX
  const Options = isNarrow ? PollList : PollGrid
  const choice = useChoice()
  const planner = mayPlan ? { group: group.id, poll, ...choice } : null
  return (
    <li tabIndex={-1} className="border-s-2 border-line ps-3 outline-none">
      <div className="flex items-start gap-2">
        <PollHead poll={poll} />
        {planner && <PollMenu {...planner} />}
      </div>
      <Options
        poll={poll}
        zones={zones}
        reader={reader}
        onAnswer={(option_id, value: DateAnswer) =>
          void answer({
            group_id: group.id,
            id: poll.id,
            time_zone: readerTimeZone(),
            answers: [{ option_id, answer: value }],
          })
        }
      />
      <FormError message={refusalText(error, t, 'planning.answer_failed')} />
      {!poll.is_over && <Waiting group={group} poll={poll} reader={reader} />}
      {planner && !poll.is_over && <ChooseDate {...planner} />}
      {reader && poll.comments && !poll.is_closed && (
        <OwnComment key={reader.member_id} group={group.id} poll={poll} reader={reader} />
      )}
    </li>
  )
}

function PollHead({ poll }: Pick<Props, 'poll'>) {
  const { title, notes, made_by, closes_at, is_closed, is_over } = poll
  const { t } = useTranslation()
  return (
    <div className="min-w-0 flex-1 py-2">
      {title !== '' && <p className="font-medium wrap-anywhere">{title}</p>}
      {made_by !== null && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          {t('planning.asked_by', { name: made_by })}
        </p>
      )}
      {is_over && <p className="text-sm text-ink-soft">{t('planning.poll_over')}</p>}
      {closes_at && !is_over && (
        <p className="text-sm text-ink-soft">
          <Timed
            text={t(is_closed ? 'planning.answers_over' : 'planning.answer_by', { date: TIME })}
            at={closes_at}
          />{' '}
          {!is_closed && <Near start={closes_at} />}
        </p>
      )}
      {notes !== '' && <p className="mt-1 whitespace-pre-line wrap-anywhere">{notes}</p>}
    </div>
  )
}

/** The date that a planner makes a session of. */
function useChoice() {
  const [chosen, setChosen] = useState<DateOption | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return {
    chosen,
    isOpen,
    choose: (option: DateOption) => {
      setChosen(option)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
  }
}

const whenOf = ({ starts_at, ends_at }: DateOption, language: string): string =>
  timeRange(starts_at, ends_at, readerTimeZone(), { language }) ?? ''

const bestOf = ({ options }: DatePoll) => options.find(({ is_best }) => is_best) ?? options[0]

/** Members who have answered none of the dates. */
function Waiting({ group, poll, reader }: Omit<Props, 'mayPlan'> & { reader: Voter | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answered = new Set(
    poll.options.flatMap(({ answers }) => answers.map(({ member_id }) => member_id)),
  )
  const names = group.members
    .filter(({ id }) => !answered.has(id))
    .map(({ id, name }) => (id === reader?.member_id ? t('planning.you_too') : name))
  if (names.length === 0) return null
  return (
    <p className="mt-2 text-sm text-ink-soft wrap-anywhere">
      {t('planning.waiting_for', { names: listed(names, language) })}
    </p>
  )
}

type PlannerProps = ReturnType<typeof useChoice> & { group: GroupId; poll: DatePoll }

/** The button is about the best date; others are in the menu. */
function ChooseDate({ group, poll, chosen, isOpen, choose, close }: PlannerProps) {
  const { t } = useTranslation()
  const best = bestOf(poll)
  if (best === undefined) return null
  const tied = poll.options.filter(({ is_tied }) => is_tied).length
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon="check" onClick={() => choose(best)}>
        {t('planning.fix')}
        <span className="sr-only">
          <TimeSpan start={best.starts_at} end={best.ends_at} />
        </span>
      </Button>
      <span aria-hidden="true" className="text-ink-soft">
        <TimeSpan start={best.starts_at} end={best.ends_at} />
      </span>
      {tied > 1 && <p className="text-sm text-ink-soft">{t('planning.tied', { count: tied })}</p>}
      {chosen && (
        <SessionDialog
          group={group}
          open={isOpen}
          target={{ kind: 'fix', poll, option: chosen }}
          onClose={close}
        />
      )}
    </div>
  )
}

function PollMenu({ group, poll, choose }: PlannerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [cancel, { error }] = planningApi.useCancelPollMutation()
  const [isEdited, setIsEdited] = useState(false)
  const close = () => setIsEdited(false)
  const best = bestOf(poll)
  const others = poll.options.filter((option) => option !== best)
  const confirm = useConfirm()
  const handleCancel = () =>
    confirm({
      title: t('planning.cancel_poll'),
      text: t('planning.cancel_poll_text'),
      yes: t('planning.cancel_poll'),
      no: t('planning.keep_poll'),
      action: () => void cancel({ group_id: group, id: poll.id }),
    })
  return (
    <>
      <MoreMenu
        label={t('planning.more_poll', { title: poll.title })}
        actions={[
          ...(poll.is_over ? [] : others).map((option) => ({
            label: t('planning.fix_other', { date: whenOf(option, language) }),
            onSelect: () => choose(option),
          })),
          ...(poll.sequence === undefined || poll.is_over
            ? []
            : [
                {
                  label: t('planning.change_dates'),
                  icon: 'pencil' as const,
                  onSelect: () => setIsEdited(true),
                },
              ]),
          {
            label: t('planning.cancel_poll'),
            icon: 'close',
            isDanger: true,
            onSelect: handleCancel,
          },
        ]}
      />
      <FormError message={refusalText(error, t, 'planning.poll_cancel_failed')} />
      <Modal open={isEdited} onClose={close} title={t('planning.change_dates')} isStatic>
        <OptionsForm group={group} poll={poll} onDone={close} />
      </Modal>
    </>
  )
}

/** A card for each date, for small screens. */
function PollList({ poll, zones, reader, onAnswer }: PollOptionsProps) {
  return (
    <>
      <ul tabIndex={-1} className="flex flex-col gap-2 outline-none">
        {poll.options.map((option) => (
          <li
            key={option.id}
            className={joined(
              'rounded border p-3',
              option.is_best ? 'border-moss bg-moss/8' : 'border-line',
            )}
          >
            <OptionHead option={option} zones={zones} />
            <div className="my-2">
              <OwnVote option={option} isClosed={poll.is_closed ?? false} onAnswer={onAnswer} />
            </div>
            <Answers option={option} reader={reader} />
          </li>
        ))}
      </ul>
      <Comments poll={poll} />
    </>
  )
}

function Comments({ poll }: Pick<PollOptionsProps, 'poll'>) {
  const { comments = [] } = poll
  if (comments.length === 0) return null
  return (
    <ul className="mt-2 text-sm wrap-anywhere">
      {comments.map((comment) => (
        <li key={comment.member_id}>
          <span className="font-medium">{`${comment.name}:`}</span> <span>{comment.text}</span>
          <CommentReport poll={poll} of={comment} />
        </li>
      ))}
    </ul>
  )
}

function Answers({ option, reader }: { option: DateOption; reader: Voter | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const lines = DATE_ANSWERS.flatMap((value) => {
    const names = option.answers
      .filter(({ answer }) => answer === value)
      .map(({ name, member_id }) =>
        member_id === reader?.member_id ? t('planning.you_too') : name,
      )
    return names.length === 0 ? [] : `${t(`planning.${value}`)}: ${listed(names, language)}`
  })
  if (lines.length === 0) return null
  return <p className="text-sm text-ink-soft wrap-anywhere">{lines.join(' · ')}</p>
}
