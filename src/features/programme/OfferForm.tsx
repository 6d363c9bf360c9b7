import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import { CONTENT_NOTES_MAX, OPENING_LANGUAGES, type OpeningLanguage } from '#contract/openings.ts'
import {
  OFFER_TEXT_MAX,
  type OwnOffer,
  PITCH_MAX,
  SYSTEM_MAX,
  TABLE_HOURS_MAX,
  type TableOffer,
} from '#contract/programme.ts'
import { SEATS_MAX } from '#contract/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { programmeApi } from '#src/store/programme/api.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Form, FormFoot, type FormOf, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { languageOptions } from '#src/ui/languageNames.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

/** Numbers as they were typed; the last two may be empty. */
type Fields = Omit<TableOffer, 'seats' | 'players_min' | 'hours'> & {
  seats: string
  players_min: string
  hours: string
}

/** @param language of the page */
function fieldsOf(offer: OwnOffer | undefined, language: string): Fields {
  const own = OPENING_LANGUAGES.find((code) => code === language.slice(0, 2)) ?? 'en'
  return {
    title: offer?.title ?? '',
    short_description: offer?.short_description ?? '',
    description: offer?.description ?? '',
    system: offer?.system ?? '',
    language: offer?.language ?? own,
    beginners: offer?.beginners ?? true,
    content_notes: offer?.content_notes ?? '',
    seats: String(offer?.seats ?? 5),
    players_min: String(offer?.players_min ?? ''),
    hours: String(offer?.hours ?? ''),
  }
}

/** Typed texts; the other fields are chosen, or are numbers. */
const textsOf = ({ title, system, short_description, description, content_notes }: Fields) => [
  title,
  system,
  short_description,
  description,
  content_notes,
]

const MISSING = 'registration.answer_missing'
const missing = filled({
  title: MISSING,
  system: MISSING,
  short_description: MISSING,
  description: MISSING,
} as const)

const isWhole = (typed: string, most: number): boolean =>
  /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most

const problemsIn = (fields: Fields) => {
  const { seats, players_min, hours } = fields
  const most = isWhole(seats, SEATS_MAX) ? Number(seats) : SEATS_MAX
  const length = Number(hours)
  return {
    ...missing(fields),
    ...(!isWhole(seats, SEATS_MAX) && { seats: 'programme.seats_wrong' as const }),
    ...(players_min !== '' &&
      !isWhole(players_min, most) && { players_min: 'programme.players_min_wrong' as const }),
    ...(hours !== '' &&
      !(length >= 0.5 && length <= TABLE_HOURS_MAX) && { hours: 'programme.hours_wrong' as const }),
  }
}

const numberIn = (typed: string): number | null => (typed === '' ? null : Number(typed))
const bodyOf = ({ seats, players_min, hours, ...fields }: Fields): TableOffer => ({
  ...fields,
  seats: Number(seats),
  players_min: numberIn(players_min),
  hours: numberIn(hours),
})

type Props = { event: ContentId; offer?: OwnOffer | undefined; onDone: () => void }
type PartProps = { form: FormOf<Fields> }

/** Offers a table to the staff, or changes one that waits for them. */
export function OfferForm({ event, offer, onDone }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [before] = useState(() => fieldsOf(offer, language))
  const [offerTable] = programmeApi.useOfferTableMutation()
  const [changeOffer] = programmeApi.useChangeOfferMutation()
  const say = (key: MessageKey) => t(key, { seats: SEATS_MAX, hours: TABLE_HOURS_MAX })
  const keep = offer ? `offer/${offer.id}` : `offer/new/${event}`
  const form = useForm({ initial: before, rules: problemsIn, say, keep })
  useUnsaved(keep, textsOf(form.values), textsOf(before))

  const handleSubmit = async (fields: Fields) => {
    const body = bodyOf(fields)
    const { error } = offer
      ? await changeOffer({ id: offer.id, ...body })
      : await offerTable({ id: event, ...body })
    form.settle(error, onDone)
    return refusalOf<keyof Fields>(error, say, 'openings.send_failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      {!offer && <p className="font-sans text-sm text-ink-soft">{t('programme.offer_lead')}</p>}
      <GameFields form={form} />
      <PlayerFields form={form} />
      <FormFoot form={form}>{t(offer ? 'planning.save' : 'programme.offer_send')}</FormFoot>
    </Form>
  )
}

function GameFields({ form: { field } }: PartProps) {
  const { t } = useTranslation()
  const { value, onChange } = field('language')
  return (
    <>
      <TextField
        {...field('title')}
        data-autofocus
        required
        label={t('programme.field_title')}
        autoComplete="off"
        maxLength={TEXT_MAX}
      />
      <TextField
        {...field('system')}
        required
        label={t('programme.system')}
        hint={t('programme.system_hint')}
        autoComplete="off"
        maxLength={SYSTEM_MAX}
      />
      <Select<OpeningLanguage>
        label={t('openings.language')}
        value={value}
        options={languageOptions(OPENING_LANGUAGES, useLanguage())}
        onChange={onChange}
        searchLabel={t('openings.search_language')}
        emptyText={t('openings.no_language')}
      />
      <TextField
        {...field('short_description')}
        required
        label={t('programme.pitch')}
        autoComplete="off"
        maxLength={PITCH_MAX}
      />
      <TextArea
        {...field('description')}
        required
        label={t('programme.description')}
        maxLength={OFFER_TEXT_MAX}
      />
    </>
  )
}

function PlayerFields({ form: { field, values } }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field('seats')}
          type="number"
          inputMode="numeric"
          required
          label={t('programme.seats')}
          min={1}
          max={SEATS_MAX}
        />
        <TextField
          {...field('players_min')}
          type="number"
          inputMode="numeric"
          label={t('programme.players_min')}
          min={1}
          max={SEATS_MAX}
        />
      </div>
      <TextField
        {...field('hours')}
        type="number"
        inputMode="decimal"
        label={t('programme.hours')}
        hint={t('programme.hours_hint')}
        min={0.5}
        max={TABLE_HOURS_MAX}
        step={0.5}
      />
      <Checkbox
        label={t('openings.beginners')}
        checked={values.beginners}
        onChange={field('beginners').onChange}
      />
      <TextField
        {...field('content_notes')}
        label={t('openings.field_content_notes')}
        hint={t('openings.field_content_notes_hint')}
        autoComplete="off"
        maxLength={CONTENT_NOTES_MAX}
      />
    </>
  )
}
