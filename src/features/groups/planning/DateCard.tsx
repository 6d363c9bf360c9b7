import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { safeUrl } from '#contract/safeUrl.ts'
import type { GameDate } from '#contract/schemas/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { timeRange } from '#contract/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import {
  useAnswerDateMutation,
  useCancelDateMutation,
  useCancelSessionMutation,
} from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { RadioRow } from './RadioRow.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type Props = { group: GroupId; date: GameDate }

/** One date of a session: time, place, attendance, and the reader's controls. */
export function DateCard({ group, date, mayPlan }: Props & { mayPlan: boolean }) {
  const { t } = useTranslation()
  const { title, starts_at, ends_at, place, link, notes, repeats } = date
  return (
    <li tabIndex={-1} className="border-s-2 border-gold ps-3 outline-none">
      <p className="font-medium">
        <TimeSpan start={starts_at} end={ends_at} />
        {repeats && <span className="font-normal text-ink-soft"> · {t('planning.series')}</span>}
      </p>
      {title !== '' && <p className="wrap-anywhere">{title}</p>}
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
      <Answers date={date} />
      <OwnAnswer group={group} date={date} />
      {mayPlan && <DateActions group={group} date={date} />}
    </li>
  )
}

const named = (count: string, names: readonly string[]) =>
  names.length > 0 ? `${count}: ${names.join(', ')}` : count

function Answers({ date: { answers } }: Pick<Props, 'date'>) {
  const { t } = useTranslation()
  const names = (wanted: GameAnswer) =>
    answers.filter(({ answer }) => answer === wanted).map(({ name }) => name)
  const [coming, away] = [names('coming'), names('not_coming')]
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

function OwnAnswer({ group, date }: Props) {
  const { t } = useTranslation()
  const [answer, { isLoading, error, originalArgs }] = useAnswerDateMutation()
  const chosen = (isLoading && originalArgs?.answer) || date.mine
  return (
    <>
      <RadioRow<GameAnswer>
        legend={
          <>
            <span>{t('planning.do_you_come')}</span>{' '}
            <TimeSpan start={date.starts_at} end={date.ends_at} />
          </>
        }
        choices={[
          { value: 'coming', label: t('planning.coming') },
          { value: 'not_coming', label: t('planning.not_coming') },
        ]}
        value={chosen}
        onChange={(value) =>
          void answer({
            group,
            id: date.id,
            starts_at: date.starts_at,
            time_zone: readerTimeZone(),
            answer: value,
          })
        }
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </>
  )
}

function DateActions({ group, date }: Props) {
  const { t } = useTranslation()
  const [isEdited, setIsEdited] = useState(false)
  const confirm = useConfirm()
  const [cancelDate, one] = useCancelDateMutation()
  const [cancelSession, all] = useCancelSessionMutation()
  const error = one.error ?? all.error
  const handleCancel = async () => {
    const when = timeRange(date.starts_at, date.ends_at, readerTimeZone())
    const isSure = await confirm({
      title: t('planning.cancel_session'),
      text: t('planning.cancel_session_text', { date: when ?? '' }),
      yes: t('planning.cancel_session'),
      no: t('planning.keep_session'),
    })
    if (isSure) void cancelDate({ group, id: date.id })
  }
  const handleCancelAll = async () => {
    const isSure = await confirm({
      title: t('planning.cancel_series'),
      text: t('planning.cancel_series_text'),
      yes: t('planning.cancel_series'),
      no: t('planning.keep_series'),
    })
    if (isSure) void cancelSession({ group, id: date.session_id })
  }
  return (
    <>
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <div className="flex flex-wrap gap-x-2 gap-y-1.5 pt-1">
        <Button icon="pencil" onClick={() => setIsEdited(true)}>
          {t('planning.change')}
        </Button>
        <Button variant="danger" busy={one.isLoading} onClick={() => void handleCancel()}>
          {t(date.repeats ? 'planning.cancel_date' : 'planning.cancel_session')}
        </Button>
        {date.repeats && (
          <Button variant="danger" busy={all.isLoading} onClick={() => void handleCancelAll()}>
            {t('planning.cancel_series')}
          </Button>
        )}
      </div>
      <SessionDialog
        group={group}
        open={isEdited}
        target={{ kind: 'change', date }}
        onClose={() => setIsEdited(false)}
      />
    </>
  )
}
