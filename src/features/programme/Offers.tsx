import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import { CONTENT_NOTES_MAX, OPENING_LANGUAGES, type OpeningLanguage } from '#contract/openings.ts'
import {
  OFFER_TEXT_MAX,
  OFFERS_MAX,
  type OwnOffer,
  PITCH_MAX,
  type Programme,
  SYSTEM_MAX,
  TABLE_HOURS_MAX,
  type TableOffer,
} from '#contract/programme.ts'
import { articlePath } from '#contract/publicPages.ts'
import { SEATS_MAX } from '#contract/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useAppSelector, useUnsaved } from '#src/store/hooks.ts'
import { programmeApi } from '#src/store/programme/api.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, FormFoot, type FormOf, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { languageOptions } from '#src/ui/languageNames.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Select } from '#src/ui/Select.tsx'
import { ThingRow } from '#src/ui/ShowMore.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { event: ContentId; programme: Programme }

/** The tables that the reader has offered, and the form for another one. */
export function Offers({ event, programme: { offers, tables, takes_offers } }: Props) {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const [dialog, setDialog] = useState<{ open: boolean; offer?: OwnOffer }>({ open: false })
  const close = () => setDialog({ ...dialog, open: false })
  const led = tables.filter(({ is_mine, cancelled_at }) => is_mine && !cancelled_at)
  if (!takes_offers && offers.length === 0) return null
  const mayOffer = takes_offers && offers.length + led.length < OFFERS_MAX
  return (
    <div tabIndex={-1} className="mt-8 font-sans text-ui outline-none print:hidden">
      {offers.length > 0 && (
        <>
          <h3 className="font-heading text-xl font-bold">{t('programme.offers')}</h3>
          <ul className="max-w-2xl divide-y divide-line">
            {offers.map((offer) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                onChange={() => setDialog({ open: true, offer })}
              />
            ))}
          </ul>
        </>
      )}
      {isMember && mayOffer && (
        <Button icon="plus" className="mt-3" onClick={() => setDialog({ open: true })}>
          {t('programme.offer')}
        </Button>
      )}
      {isMember && takes_offers && !mayOffer && (
        <p className="mt-3 text-ink-soft">{t('programme.offers_full', { count: OFFERS_MAX })}</p>
      )}
      {!isMember && (
        <LinkButton
          to="/auth/login"
          state={{ returnTo: `${articlePath(event)}#programme` }}
          className="mt-3"
        >
          {t('programme.log_in_to_offer')}
        </LinkButton>
      )}
      <Modal
        open={dialog.open}
        onClose={close}
        title={t(dialog.offer ? 'programme.change_title' : 'programme.offer')}
        isStatic
      >
        <OfferForm event={event} offer={dialog.offer} onDone={close} />
      </Modal>
    </div>
  )
}

type RowProps = { offer: OwnOffer; onChange: () => void }

function OfferRow({ offer: { id, title }, onChange }: RowProps) {
  const { t } = useTranslation()
  const [withdraw, { isLoading, error }] = programmeApi.useWithdrawOfferMutation()
  const confirm = useConfirm()
  const handleWithdraw = () =>
    confirm({
      title: t('programme.withdraw_title'),
      text: t('programme.withdraw_text', { title }),
      yes: t('programme.withdraw_title'),
      no: t('programme.withdraw_keep'),
      action: () => void withdraw(id),
    })
  return (
    <ThingRow name={title} facts={<span>{t('programme.offer_waits')}</span>}>
      <Button aria-label={t('programme.change_name', { title })} onClick={onChange}>
        {t('planning.change')}
      </Button>
      <Button
        variant="danger"
        aria-label={t('programme.withdraw_name', { title })}
        busy={isLoading}
        onClick={handleWithdraw}
      >
        {t('openings.withdraw')}
      </Button>
      <FormError message={refusalText(error, t, 'openings.send_failed')} />
    </ThingRow>
  )
}

/** Numbers as they were typed; the last two may be empty. */
type Fields = Omit<TableOffer, 'seats' | 'players_min' | 'hours'> & {
  seats: string
  players_min: string
  hours: string
}

const NEW = {
  ...{ title: '', short_description: '', description: '', system: '', content_notes: '' },
  ...{ beginners: true, seats: 5, players_min: null, hours: null },
}

/** @param language of the page */
function fieldsOf(offer: OwnOffer | undefined, language: string): Fields {
  const own = OPENING_LANGUAGES.find((code) => code === language.slice(0, 2)) ?? 'en'
  const { seats, players_min, hours, ...chosen } = { ...NEW, language: own, ...offer }
  return {
    ...chosen,
    seats: String(seats),
    players_min: String(players_min ?? ''),
    hours: String(hours ?? ''),
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

type FormProps = { event: ContentId; offer?: OwnOffer | undefined; onDone: () => void }
type PartProps = { form: FormOf<Fields> }

/** Offers a table to the staff, or changes one that waits for them. */
function OfferForm({ event, offer, onDone }: FormProps) {
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
