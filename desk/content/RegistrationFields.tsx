import {
  ArrayInput,
  BooleanInput,
  DateTimeInput,
  FormDataConsumer,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SimpleFormIterator,
  TextInput,
  useSimpleFormIterator,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { DeskContent } from '#contract/content.ts'
import { SLOTS_MAX } from '#contract/programme.ts'
import {
  COMPANIONS_MAX,
  CONFIRM_HOURS,
  CONFIRM_HOURS_MAX,
  QUESTION_MAX,
  SEATS_MAX,
  WAITING_LIST_MAX,
} from '#contract/registration.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { FieldPair } from '../parts/FieldPair.ts'

export const seatNumber = [minValue(1), maxValue(SEATS_MAX)]
const waiting = [minValue(0), maxValue(WAITING_LIST_MAX)]
const hours = [minValue(1), maxValue(CONFIRM_HOURS_MAX)]
const companions = [minValue(0), maxValue(COMPANIONS_MAX)]
const question = [required(), maxLength(QUESTION_MAX)]

/** The field has the local time without its time zone, which the API needs. */
export const asMoment = (typed: string): string | null =>
  typed === '' ? null : new Date(typed).toISOString()

/** Registration of an event: seats, waiting list and questions. Without seats there is no registration. */
export const RegistrationFields = () => (
  <>
    <NumberInput
      helperText={t('registrations.seats_hint')}
      source="seats"
      step={1}
      validate={seatNumber}
    />
    <FormDataConsumer<Partial<DeskContent>>>
      {({ formData }) => typeof formData.seats === 'number' && <RegistrationDetails />}
    </FormDataConsumer>
  </>
)

/** Waiting list, companions, questions, and who may sign up. @param guests what a new event begins with */
export const RegistrationDetails = ({ guests = false }: { guests?: boolean }) => (
  <>
    <FieldPair>
      <NumberInput
        defaultValue={0}
        helperText={t('registrations.waiting_hint')}
        source="waiting_max"
        step={1}
        validate={waiting}
      />
      <NumberInput
        defaultValue={CONFIRM_HOURS}
        helperText={t('registrations.hours_hint')}
        source="confirm_hours"
        step={1}
        validate={hours}
      />
    </FieldPair>
    <DateTimeInput
      helperText={t('registrations.closes_hint')}
      parse={asMoment}
      source="registration_closes_at"
    />
    <NumberInput
      helperText={t('registrations.companions_hint')}
      source="companions_max"
      step={1}
      validate={companions}
    />
    <BooleanInput source="companion_names" />
    <BooleanInput
      defaultValue={guests}
      helperText={t('registrations.guests_hint')}
      source="guests"
    />
    <ArrayInput helperText={t('registrations.questions_hint')} source="questions">
      <SimpleFormIterator disableClear>
        <TextInput label={t('registrations.question')} source="text" validate={question} />
        <BooleanInput defaultValue={false} source="is_required" />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)

/** A new slot begins where the last one ends. */
const AddSlot = () => {
  const { add, total } = useSimpleFormIterator()
  const { getValues } = useFormContext<Partial<DeskContent>>()
  if (total >= SLOTS_MAX) return null
  const handleAdd = () => {
    const { slots, starts_at = null, ends_at = null } = getValues()
    add({ starts_at: slots?.at(-1)?.ends_at ?? starts_at, ends_at })
  }
  return <ActionButton onClick={handleAdd}>{t('tables.add_slot')}</ActionButton>
}

/** The slots in which tables of an event play. A slot keeps its id while its times change. */
export const SlotFields = () => (
  <>
    <ArrayInput helperText={t('tables.slots_hint')} source="slots">
      <SimpleFormIterator addButton={<AddSlot />} disableClear disableReordering>
        <FieldPair>
          <DateTimeInput parse={asMoment} source="starts_at" validate={required()} />
          <DateTimeInput parse={asMoment} source="ends_at" validate={required()} />
        </FieldPair>
      </SimpleFormIterator>
    </ArrayInput>
    <BooleanInput helperText={t('tables.offers_hint')} source="takes_offers" />
  </>
)
