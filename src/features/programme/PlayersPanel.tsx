import { skipToken } from '@reduxjs/toolkit/query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { Player } from '#contract/programme.ts'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '#contract/registration.ts'
import { listed } from '#shared/lists.ts'
import { useAppSelector, useUnsaved } from '#src/store/hooks.ts'
import { programmeApi } from '#src/store/programme/api.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Answers } from '#src/ui/Answers.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { ThingRow } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

const FRESH = { refetchOnMountOrArgChange: true }

type TableProps = { id: ContentId }
type Props = TableProps & { event: ContentId }

/** Shown to the leader of the table alone. */
export function PlayersPanel({ id, event }: Props) {
  const isMember = useAppSelector(selectIsMember)
  const { data } = programmeApi.useGetProgrammeQuery(isMember ? event : skipToken, FRESH)
  const own = data?.tables.find((table) => table.id === id)
  return own?.is_mine ? <Players id={id} /> : null
}

function Players({ id }: TableProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const result = programmeApi.useListPlayersQuery(id, FRESH)
  return (
    <section aria-labelledby={titleId} className="mt-12 font-sans text-ui">
      <h2 id={titleId} className="font-heading text-2xl font-bold">
        {t('programme.players')}
      </h2>
      <LoadState
        result={result}
        skeleton={<SkeletonBars count={3} />}
        empty={<p>{t('programme.no_players')}</p>}
      >
        {(players) => (
          <>
            <p className="text-ink-soft">
              {t('programme.people', { count: peopleAmong(players) })}
            </p>
            <ul className="max-w-2xl divide-y divide-line">
              {players.map((player) => (
                <PlayerRow key={player.id} table={id} player={player} />
              ))}
            </ul>
            <Message id={id} />
          </>
        )}
      </LoadState>
      <StopLeading id={id} />
    </section>
  )
}

/** The table stays, with the seats of its players, until the team finds another leader. */
function StopLeading({ id }: TableProps) {
  const { t } = useTranslation()
  const [stop, { isLoading, error }] = programmeApi.useWithdrawOfferMutation()
  const confirm = useConfirm()
  const handleStop = () =>
    confirm({
      title: t('programme.stop_title'),
      text: t('programme.stop_text'),
      yes: t('programme.stop'),
      action: () => void stop(id),
    })
  return (
    <div className="mt-3">
      <Button
        variant="quiet"
        busy={isLoading}
        className="-ms-5 text-ember forced-colors:ms-0"
        onClick={handleStop}
      >
        {t('programme.stop')}
      </Button>
      <FormError message={refusalText(error, t, 'openings.send_failed')} />
    </div>
  )
}

/** People with a seat, companions among them. */
const peopleAmong = (players: readonly Player[]): number =>
  players
    .filter(({ state }) => state === 'coming')
    .reduce((sum, { companions }) => sum + 1 + companions.length, 0)

type RowProps = { table: ContentId; player: Player }

function PlayerRow({ table, player }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [mark, { error }] = programmeApi.useMarkPlayerMutation()
  const { id, name, answers, companions, state, came } = player
  const names = companions.map(
    (given, index) => given || t('registration.companion_number', { number: index + 1 }),
  )
  return (
    <ThingRow
      name={name}
      facts={
        <span>
          {joined(
            t(`programme.state_${state}`),
            names.length > 0 && t('programme.with', { names: listed(names, language) }),
          )}
        </span>
      }
    >
      {state === 'coming' && (
        <Checkbox
          label={t('programme.came')}
          aria-label={t('programme.came_name', { name })}
          checked={came}
          onChange={(isChecked) => void mark({ id: table, player: id, came: isChecked })}
        />
      )}
      <Answers answers={answers} label={t('programme.answers_name', { name })} />
      <FormError message={refusalText(error, t, 'past.came_failed')} />
    </ThingRow>
  )
}

function Message({ id }: TableProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button icon="mail" className="mt-3 print:hidden" onClick={() => setIsOpen(true)}>
        {t('programme.write')}
      </Button>
      <Modal open={isOpen} onClose={close} title={t('programme.write')} isStatic>
        <MessageForm id={id} onDone={close} />
      </Modal>
    </>
  )
}

const NO_MESSAGE = { subject: '', text: '' }
const missing = filled({
  subject: 'registration.answer_missing',
  text: 'registration.answer_missing',
} as const)

function MessageForm({ id, onDone }: TableProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const [write] = programmeApi.useWriteToPlayersMutation()
  const keep = `players/${id}`
  const form = useForm({ initial: NO_MESSAGE, rules: missing, say: t, keep })
  useUnsaved(keep, Object.values(form.values))

  const handleSubmit = async (message: typeof NO_MESSAGE) => {
    const { error } = await write({ id, ...message })
    form.settle(error, onDone)
    return refusalOf<keyof typeof NO_MESSAGE>(error, t, 'openings.send_failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p className="font-sans text-sm text-ink-soft">{t('programme.write_hint')}</p>
      <TextField
        {...form.field('subject')}
        data-autofocus
        required
        label={t('programme.subject')}
        autoComplete="off"
        maxLength={MESSAGE_SUBJECT_MAX}
      />
      <TextArea
        {...form.field('text')}
        required
        label={t('programme.message')}
        maxLength={MESSAGE_TEXT_MAX}
      />
      <FormFoot form={form}>{t('programme.send')}</FormFoot>
    </Form>
  )
}
