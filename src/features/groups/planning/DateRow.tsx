import { useTranslation } from 'react-i18next'
import type { GameDate, Plan } from '#contract/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { listed } from '#shared/lists.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { DateMenu } from './DateMenu.tsx'
import { LocalTimes } from './LocalTimes.tsx'
import { Fact, RadioRow } from './RadioRow.tsx'
import { rhythmWords } from './RepeatFields.tsx'

type Props = { group: GroupRow; date: GameDate; mayPlan: boolean }

const ROW = 'flex flex-wrap items-center gap-x-3 py-1 outline-none'
/** All answers are below each other, with a menu or without. */
const ANSWER = 'ms-auto flex grow items-center justify-between gap-x-3 sm:grow-0'

const numberComing = ({ answers }: GameDate): number =>
  answers.filter(({ answer }) => answer === 'coming').length

/** The next date in full: time, place, attendance by name, and the reader's answer. */
export function NextDate({ group, date, mayPlan, zones }: Props & Pick<Plan, 'zones'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { title, starts_at, ends_at, place, link, notes, repeats, host } = date
  return (
    <div tabIndex={-1} className="border-s-2 border-gold ps-3 outline-none">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 py-2 font-medium wrap-anywhere">
          <TimeSpan start={starts_at} end={ends_at} />
          <Fact>{title}</Fact>
          <SkippedTime date={date} />
          {repeats && (
            <Fact className="font-normal text-ink-soft">
              {rhythmWords(date.rhythm, t, language)}
            </Fact>
          )}
        </p>
        <DateMenu group={group} date={date} mayPlan={mayPlan} />
      </div>
      {host && (
        <div className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          <span className="text-ink-soft">{t('planning.host')}:</span> <span>{host.name}</span>
          {mayPlan && <NextTurn group={group} date={date} />}
        </div>
      )}
      {place !== '' && (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">{t('planning.place')}:</span> <span>{place}</span>
        </p>
      )}
      {safeUrl(link) !== null && (
        <p className="wrap-anywhere">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-tap items-center underline"
          >
            {link}
          </a>
        </p>
      )}
      {notes !== '' && <p className="whitespace-pre-line wrap-anywhere">{notes}</p>}
      <div className="mt-2">
        <OwnAnswer group={group} date={date} />
      </div>
      <Answers date={date} />
      <LocalTimes start={starts_at} members={zones} />
    </div>
  )
}

/** Says why a date is later than the others of its series. */
function SkippedTime({ date: { skipped_time: time, time_zone } }: Pick<Props, 'date'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  return time === undefined ? null : (
    <Fact className="font-normal">
      {t('planning.clocks_skip', { time, zone: zoneName(time_zone, language) })}
    </Fact>
  )
}

export function DateRow({ group, date, mayPlan }: Props) {
  const { t } = useTranslation()
  const { title, starts_at, ends_at, place, host } = date
  return (
    <li tabIndex={-1} className={ROW}>
      <p className="min-w-0 flex-1 basis-60 py-1 wrap-anywhere">
        <TimeSpan start={starts_at} end={ends_at} className="font-medium" />
        <Fact>{title}</Fact>
        <SkippedTime date={date} />
        <Fact>{host ? t('planning.hosted_by', { name: host.name }) : ''}</Fact>
        <Fact>{place}</Fact>
        <Fact className="text-ink-soft">
          {t('planning.coming_of', { count: numberComing(date), all: group.members.length })}
        </Fact>
      </p>
      {mayPlan && <NextTurn group={group} date={date} />}
      <div className={ANSWER}>
        <OwnAnswer group={group} date={date} />
        <DateMenu group={group} date={date} mayPlan={mayPlan} />
      </div>
    </li>
  )
}

/** Gives the turn of a date to the next host: pressed on, it comes back. */
function NextTurn({ group, date: { id, next_host, host, ...times } }: Omit<Props, 'mayPlan'>) {
  const { t } = useTranslation()
  const [give, { isLoading, error }] = planningApi.useHostDateMutation()
  const next = group.members.find((one) => one.id === next_host && one.id !== host?.member_id)
  if (next === undefined) return null
  return (
    <>
      <Button
        variant="quiet"
        icon="home"
        busy={isLoading}
        onClick={() => void give({ group_id: group.id, id, member_id: next.id })}
      >
        <span>{t('planning.next_turn', { name: next.name })}</span>
        <span className="sr-only">
          <TimeSpan start={times.starts_at} end={times.ends_at} />
        </span>
      </Button>
      <FormError message={refusalText(error, t, 'planning.date_failed')} />
    </>
  )
}

type SeriesProps = { group: GroupRow; dates: readonly [GameDate, ...GameDate[]]; isPart: boolean }

/** One answer to all dates of a series that are shown. @param isPart there may be later ones */
export function SeriesRow({ group, dates, isPart }: SeriesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [first] = dates
  const mine = dates.every((date) => date.mine === first.mine) ? first.mine : null
  const rhythm = rhythmWords(first.rhythm, t, language)
  return (
    <li tabIndex={-1} className={ROW}>
      <p className="min-w-0 flex-1 basis-60 py-1 text-ink-soft wrap-anywhere">
        <span>{first.title || rhythm}</span>
        <Fact>{first.title && rhythm}</Fact>
      </p>
      <div className={ANSWER}>
        <OwnAnswer
          group={group}
          date={{ ...first, mine }}
          all={{ ...first, title: first.title || rhythm, dates, isPart }}
        />
        <span className="w-tap shrink-0 max-sm:hidden" />
      </div>
    </li>
  )
}

function Answers({ date: { answers } }: Pick<Props, 'date'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = (wanted: GameAnswer) =>
    answers.filter(({ answer }) => answer === wanted).map(({ name }) => name)
  const [coming, away] = [names('coming'), names('not_coming')]
  const named = (count: string, people: readonly string[]) =>
    people.length > 0 ? `${count}: ${listed(people, language)}` : count
  return (
    <div className="mt-1 text-sm">
      <p className="wrap-anywhere">
        {named(t('planning.coming_count', { count: coming.length }), coming)}
      </p>
      {away.length > 0 && (
        <p className="text-ink-soft wrap-anywhere">
          {named(t('planning.away_count', { count: away.length }), away)}
        </p>
      )}
    </div>
  )
}

type AnswerProps = {
  group: Pick<GroupRow, 'id' | 'members'>
  date: Pick<GameDate, 'id' | 'starts_at' | 'ends_at' | 'mine'>
  /** The date is being fetched again. */
  isOld?: boolean
  /** The answer is about these dates of its series. */
  all?: Pick<GameDate, 'session_id' | 'title'> & Pick<SeriesProps, 'dates' | 'isPart'>
}

/** Whether the reader comes, as a switch of two. */
export function OwnAnswer({ group, date, isOld = false, all }: AnswerProps) {
  const { t } = useTranslation()
  const [answerDate, one] = planningApi.useAnswerDateMutation()
  const [answerAll, whole] = planningApi.useAnswerSessionMutation()
  const { isLoading, error, originalArgs } = all ? whole : one
  const { id, starts_at, ends_at, mine } = date
  const handleChange = (answer: GameAnswer) => {
    const given = { group_id: group.id, time_zone: readerTimeZone(), answer }
    if (all === undefined) return void answerDate({ ...given, id, starts_at })
    const dates = all.dates.map((shown) => ({ id: shown.id, starts_at: shown.starts_at }))
    void answerAll({ ...given, id: all.session_id, dates })
  }
  const count = all?.dates.length
  return (
    <div className="min-w-0 grow">
      <RadioRow<GameAnswer>
        legend={
          <>
            <span>{t('planning.do_you_come')}</span>{' '}
            {all ? <span>{all.title}</span> : <TimeSpan start={starts_at} end={ends_at} />}
          </>
        }
        choices={[
          {
            value: 'coming',
            label: all
              ? t(all.isPart ? 'planning.coming_next' : 'planning.coming_all', { count })
              : t('planning.coming'),
          },
          { value: 'not_coming', label: t(all ? 'planning.coming_none' : 'planning.not_coming') },
        ]}
        value={((isLoading || isOld) && originalArgs?.answer) || mine}
        onChange={handleChange}
      />
      <FormError message={refusalText(error, t, 'planning.answer_failed')} />
    </div>
  )
}
