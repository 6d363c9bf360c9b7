import {
  BooleanInput,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  TextInput,
  useGetOne,
  useRecordContext,
} from 'react-admin'
import type { DeskContent } from '#contract/content.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { CONTENT_NOTES_MAX, OPENING_LANGUAGES } from '#contract/openings.ts'
import { SYSTEM_MAX, TABLE_HOURS_MAX } from '#contract/programme.ts'
import { deskLocale, languageName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton, ReasonButton } from '../parts/ActionButton.tsx'
import { programmePath } from '../parts/EventTabs.tsx'
import { FieldPair } from '../parts/FieldPair.ts'
import { asTyped } from '../parts/FormattedInput.tsx'
import { Section, StateMark } from '../parts/PageParts.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { RegistrationDetails, seatNumber } from './RegistrationFields.tsx'

/* Tables are events with a parent, in whose programme they have a slot. */

/** Whether the staff have to accept or decline the table. */
export const isOffer = ({ state, publish_at }: DeskContent): boolean =>
  state === 'offered' && publish_at === null
/** Whether the table was accepted, and has lost its leader since. */
export const isLeaderless = ({ state, publish_at }: DeskContent): boolean =>
  state === 'offered' && publish_at !== null

export const ContentMark = ({ content }: { content: DeskContent }) => (
  <StateMark
    state={content.state}
    text={isLeaderless(content) ? t('tables.leaderless') : undefined}
  />
)

/** Facts that a new table may leave out. */
export const NO_FACTS = { content_notes: '', hours: null, players_min: null } as const

const must = required()
const system = [must, maxLength(SYSTEM_MAX)]
const notes = maxLength(CONTENT_NOTES_MAX)
const hours = [minValue(0.5), maxValue(TABLE_HOURS_MAX)]
const seats = [must, ...seatNumber]

/** What a table has instead of the fields of an event. The event has its times. */
export const TableFields = ({ event }: { event: number }) => {
  const { data } = useGetOne<DeskContent>('contents', { id: event })
  return (
    <>
      <Section title={t('contents.sections.place')}>
        <FieldPair>
          {/* A select that gets its choices later has a value that is none of them at first. */}
          {data && (
            <SelectInput
              choices={data.slots.map(({ id, starts_at, ends_at }) => ({
                id,
                name: momentOf(starts_at, ends_at),
              }))}
              source="slot"
              translateChoice={false}
              validate={must}
            />
          )}
          <TextInput label={t('tables.room')} source="location" />
        </FieldPair>
        <TextInput helperText={t('tables.leader_hint')} source="leader" />
      </Section>
      <Section title={t('tables.game')}>
        <FieldPair>
          <TextInput source="table.system" validate={system} />
          <SelectInput
            choices={languages()}
            source="table.language"
            translateChoice={false}
            validate={must}
          />
        </FieldPair>
        <TextInput parse={asTyped} source="table.content_notes" validate={notes} />
        <BooleanInput label={t('openings.beginners')} source="table.beginners" />
        <NumberInput
          helperText={t('tables.hours_hint')}
          source="table.hours"
          step={0.5}
          validate={hours}
        />
      </Section>
      <Section title={t('contents.sections.registration')}>
        <FieldPair>
          <NumberInput source="table.players_min" step={1} validate={seatNumber} />
          <NumberInput label={t('tables.players_max')} source="seats" step={1} validate={seats} />
        </FieldPair>
        {data && <RegistrationDetails guests={data.guests} />}
      </Section>
    </>
  )
}

const languages = () =>
  OPENING_LANGUAGES.map((id) => ({ id, name: languageName(id) })).sort((one, other) =>
    one.name.localeCompare(other.name, deskLocale()),
  )

/** What a table waits for. */
export const TableNote = ({ content }: { content: DeskContent }) => {
  const { run, isBusy } = useAction()
  const { id, leader } = content
  if (isOffer(content)) return <p>{t('tables.offer', { name: leader ?? '–' })}</p>
  if (!isLeaderless(content)) return null
  const keeping = actionOf(deskCalls.contents.keepOpen, { id }, t('tables.keep_done'))
  return (
    <div className="desk-actions">
      <span>{t('tables.leader_gone')}</span>
      <ActionButton disabled={isBusy} onClick={() => run(keeping)}>
        {t('tables.keep_leaderless')}
      </ActionButton>
    </div>
  )
}

const { publish, decline } = deskCalls.contents

/** Accepts or declines an offered table. */
export const OfferButtons = ({ disabled }: { disabled: boolean }) => {
  const content = useRecordContext<DeskContent>()
  const { attempt } = useAction()
  if (!content || !isOffer(content)) return null
  const { id, title: name, parent_id } = content
  const declining = (reason: string) => ({
    ...actionOf(decline, { id, reason }, t('tables.decline_done')),
    pathAfter: programmePath(parent_id ?? 0),
  })
  return (
    <>
      <ReasonButton
        disabled={disabled}
        label={t('tables.decline')}
        onReason={(reason) => attempt(declining(reason))}
        text={t('tables.decline_text')}
        title={t('tables.decline_ask', { name })}
      />
      <ConfirmButton
        disabled={disabled}
        isPrimary
        label={t('tables.accept')}
        onConfirm={() => attempt(actionOf(publish, { id }, t('tables.accept_done')))}
        text={t('tables.accept_text')}
        title={t('tables.accept_ask', { name })}
      />
    </>
  )
}
