import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { DatePoll, Plan } from '#contract/schemas/planning.ts'
import type { DateAnswer } from '#contract/sets.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { watchWindowWidth, windowWidth } from '#src/platform/viewport.ts'
import { useAnswerPollMutation, useCancelPollMutation } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { MoreMenu } from '#src/ui/MoreMenu.tsx'
import { useBrowserFact } from '#src/ui/servedFacts.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { PollGrid } from './PollGrid.tsx'
import { PollList } from './PollList.tsx'
import { SessionDialog } from './SessionDialog.tsx'
import { useReader } from './useReader.ts'

type Props = { group: GroupRow; poll: DatePoll; mayPlan: boolean }
type CardProps = Props & Pick<Plan, 'zones'> & { onFixed: () => void }

const PHONE_PX = 360
/** Narrower windows have a card for each date. */
const GRID_PX = 600

/** A date poll: a grid of people by dates, or a card for each date on a small screen. */
export function PollCard({ group, poll, mayPlan, zones, onFixed }: CardProps) {
  const { t } = useTranslation()
  const reader = useReader(group)
  const [answer, { error }] = useAnswerPollMutation()
  const isNarrow = useBrowserFact(windowWidth, () => PHONE_PX, watchWindowWidth) < GRID_PX
  const [picked, setPicked] = useState<number | null>(null)
  const { title, notes, made_by, options } = poll
  const chosen =
    options.find(({ id }) => id === picked) ?? options.find((one) => one.is_best) ?? options[0]
  const Options = isNarrow ? PollList : PollGrid
  return (
    <li tabIndex={-1} className="border-s-2 border-line ps-3 outline-none">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 py-2">
          {title !== '' && <p className="font-medium wrap-anywhere">{title}</p>}
          {made_by !== null && (
            <p className="text-sm text-ink-soft wrap-anywhere">
              {t('planning.asked_by', { name: made_by })}
            </p>
          )}
        </div>
        {mayPlan && <PollMenu group={group.id} poll={poll} />}
      </div>
      {notes !== '' && <p className="mb-2 whitespace-pre-line wrap-anywhere">{notes}</p>}
      <Options
        poll={poll}
        zones={zones}
        reader={reader}
        picked={mayPlan ? (chosen?.id ?? null) : null}
        onPick={setPicked}
        onAnswer={(option_id, value: DateAnswer) =>
          void answer({
            group: group.id,
            reader,
            id: poll.id,
            time_zone: readerTimeZone(),
            answers: [{ option_id, answer: value }],
          })
        }
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <Waiting group={group} poll={poll} />
      {mayPlan && chosen && (
        <ChooseDate group={group.id} poll={poll} option={chosen} onFixed={onFixed} />
      )}
    </li>
  )
}

/** Members who have answered none of the dates. */
function Waiting({ group, poll }: Omit<Props, 'mayPlan'>) {
  const { t } = useTranslation()
  const answered = new Set(
    poll.options.flatMap(({ answers }) => answers.map(({ member_id }) => member_id)),
  )
  const names = group.members.filter(({ id }) => !answered.has(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className="mt-2 text-sm text-ink-soft wrap-anywhere">
      {t('planning.waiting_for', { names: names.join(', ') })}
    </p>
  )
}

type ChooseProps = Pick<CardProps, 'poll' | 'onFixed'> & {
  group: GroupId
  option: DatePoll['options'][number]
}

function ChooseDate({ group, poll, option, onFixed }: ChooseProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon="check" onClick={() => setIsOpen(true)}>
        {t('planning.fix')}
        <span className="sr-only">
          <TimeSpan start={option.starts_at} end={option.ends_at} />
        </span>
      </Button>
      <span aria-hidden="true" className="text-ink-soft">
        <TimeSpan start={option.starts_at} end={option.ends_at} />
      </span>
      <SessionDialog
        group={group}
        open={isOpen}
        target={{ kind: 'fix', poll, option }}
        onClose={close}
        onDone={() => {
          close()
          onFixed()
        }}
      />
    </div>
  )
}

function PollMenu({ group, poll }: { group: GroupId; poll: DatePoll }) {
  const { t } = useTranslation()
  const [cancel, { error }] = useCancelPollMutation()
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
    <>
      <MoreMenu
        label={t('planning.more_poll', { title: poll.title })}
        actions={[
          {
            label: t('planning.cancel_poll'),
            icon: 'close',
            isDanger: true,
            onSelect: () => void handleCancel(),
          },
        ]}
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </>
  )
}
