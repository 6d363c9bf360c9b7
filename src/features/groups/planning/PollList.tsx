import { useTranslation } from 'react-i18next'
import type { DateOption } from '#contract/datePolls.ts'
import { DATE_ANSWERS } from '#contract/sets.ts'
import { listed } from '#src/platform/inLanguage.ts'
import type { Voter } from '#src/store/groups/planning/vote.ts'
import { joined } from '#src/ui/look.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { OptionHead, OwnVote, type PollOptionsProps } from './PollGrid.tsx'

/** A card for each date, for small screens. */
export function PollList(props: PollOptionsProps) {
  return (
    <>
      <Cards {...props} />
      <Comments poll={props.poll} />
    </>
  )
}

function Cards({ poll, zones, reader, onAnswer }: PollOptionsProps) {
  return (
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
  )
}

function Comments({ poll: { comments = [] } }: Pick<PollOptionsProps, 'poll'>) {
  if (comments.length === 0) return null
  return (
    <ul className="mt-2 text-sm wrap-anywhere">
      {comments.map(({ member_id, name, text }) => (
        <li key={member_id}>
          <span className="font-medium">{`${name}:`}</span> <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Who has answered, by answer. */
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
