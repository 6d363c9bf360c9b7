import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { DateOptionId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { DATE_ANSWERS, type DateAnswer } from '#contract/sets.ts'
import type { Voter } from '#src/store/groups/planning/api.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { joined } from '#src/ui/look.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { ReportButton } from '../../reports/ThingMenu.tsx'
import { LocalTimes } from './LocalTimes.tsx'
import { commentOf } from './PollFields.tsx'
import { Fact, RadioRow } from './RadioRow.tsx'

export type PollOptionsProps = {
  poll: DatePoll
  zones: Plan['zones']
  reader: Voter | null
  onAnswer: (id: DateOptionId, answer: DateAnswer) => void
}

const tint = ({ is_best }: DateOption) => is_best && 'bg-moss/8'

/** People by dates; the reader's row comes first. */
export function PollGrid({ poll, zones, reader, onAnswer }: PollOptionsProps) {
  const { t } = useTranslation()
  const { options, is_closed = false, comments = [] } = poll
  const hasComments = comments.length > 0
  return (
    // Hidden texts are positioned: they would widen the page if the box that scrolls were not.
    <div className="relative overflow-x-auto">
      <table className="border-separate border-spacing-0 text-start">
        <thead>
          <tr>
            <td className="sticky start-0 z-10 min-w-28 bg-vellum" />
            {options.map((option) => (
              <th
                key={option.id}
                scope="col"
                className={joined('min-w-36 p-2 text-start align-bottom font-normal', tint(option))}
              >
                <OptionHead option={option} zones={zones} />
              </th>
            ))}
            {hasComments && (
              <th scope="col" className="min-w-28 p-2 text-start align-bottom font-medium">
                {t('planning.comment')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <tr>
            <Person name={t('planning.you')} />
            {options.map((option) => (
              <td key={option.id} className={joined('border-t border-line p-2', tint(option))}>
                <OwnVote option={option} isClosed={is_closed} onAnswer={onAnswer} isStacked />
              </td>
            ))}
            {hasComments && <Comment>{reader ? commentOf(poll, reader) : ''}</Comment>}
          </tr>
          {othersIn(poll, reader).map((person) => (
            <tr key={person.member_id}>
              <Person name={person.name} />
              {options.map((option) => (
                <td key={option.id} className={joined('border-t border-line p-2', tint(option))}>
                  <Answer value={answerOf(option, person)} />
                </td>
              ))}
              {hasComments && (
                <Comment>
                  <span>{commentOf(poll, person)}</span>
                  <CommentReport poll={poll} of={person} />
                </Comment>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Comment = ({ children }: { children: ReactNode }) => (
  <td className="border-t border-line p-2 text-sm wrap-anywhere">{children}</td>
)

/** Reports a comment of another member. */
export function CommentReport({ poll, of }: Pick<PollOptionsProps, 'poll'> & { of: Voter }) {
  const about = commentOf(poll, of)
  const thing = { kind: 'comment', id: poll.id, name: of.name } as const
  return about === '' ? null : <ReportButton thing={thing} about={about} by={of.name} />
}

const Person = ({ name }: { name: string }) => (
  <th
    scope="row"
    className="sticky start-0 z-10 max-w-40 border-t border-line bg-vellum p-2 ps-0 text-start font-medium wrap-anywhere"
  >
    {name}
  </th>
)

const answerOf = ({ answers }: DateOption, { member_id }: Voter): DateAnswer | null =>
  answers.find((given) => given.member_id === member_id)?.answer ?? null

/** The other members who have answered or commented, by the length of their membership. */
function othersIn({ options, comments = [] }: DatePoll, reader: Voter | null): Voter[] {
  const people = new Map<number, Voter>()
  for (const { member_id, name } of [...options.flatMap(({ answers }) => answers), ...comments])
    if (member_id !== reader?.member_id) people.set(member_id, { member_id, name })
  return [...people.values()]
}

type HeadProps = { option: DateOption; zones: Plan['zones'] }

/** A date with the numbers of those who can. */
export function OptionHead({ option, zones }: HeadProps) {
  const { t } = useTranslation()
  const count = (wanted: DateAnswer) =>
    option.answers.filter(({ answer }) => answer === wanted).length
  const [yes, maybe] = [count('yes'), count('maybe')]
  return (
    <>
      <TimeSpan start={option.starts_at} end={option.ends_at} className="font-medium" />
      <span className="block text-sm text-ink-soft">
        <span>
          {[
            t('planning.yes_count', { count: yes }),
            maybe > 0 && t('planning.maybe_count', { count: maybe }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        {(option.is_best || option.is_tied) && (
          <Fact className="font-medium text-moss">
            {t(option.is_best ? 'planning.best' : 'planning.as_good')}
          </Fact>
        )}
      </span>
      <LocalTimes start={option.starts_at} members={zones} />
    </>
  )
}

type VoteProps = Pick<PollOptionsProps, 'onAnswer'> & {
  option: DateOption
  isClosed: boolean
  isStacked?: boolean
}

/** Only what was said remains of a poll that takes no more answers. */
export function OwnVote({ option, isClosed, onAnswer, isStacked }: VoteProps) {
  const { t } = useTranslation()
  if (isClosed) return <Answer value={option.mine} />
  return (
    <RadioRow<DateAnswer>
      legend={<TimeSpan start={option.starts_at} end={option.ends_at} />}
      choices={DATE_ANSWERS.map((value) => ({ value, label: t(`planning.${value}`) }))}
      value={option.mine}
      onChange={(value) => onAnswer(option.id, value)}
      isStacked={isStacked}
    />
  )
}

const ICONS: Record<DateAnswer, IconName> = { yes: 'check', maybe: 'minus', no: 'close' }

function Answer({ value }: { value: DateAnswer | null }) {
  const { t } = useTranslation()
  if (value === null)
    return (
      <>
        <span aria-hidden="true" className="text-ink-soft">
          –
        </span>
        <span className="sr-only">{t('planning.no_answers')}</span>
      </>
    )
  return (
    <span
      className={joined(
        'inline-flex items-center gap-1.5',
        value === 'yes' ? 'text-moss' : value === 'no' ? 'text-ember' : 'text-ink-soft',
      )}
    >
      <Icon name={ICONS[value]} />
      <span>{t(`planning.${value}`)}</span>
    </span>
  )
}
