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
} from 'react-admin'
import type { DeskContent } from '#contract/content.ts'
import {
  COMPANIONS_MAX,
  CONFIRM_HOURS,
  CONFIRM_HOURS_MAX,
  QUESTION_MAX,
  SEATS_MAX,
  WAITING_LIST_MAX,
} from '#contract/registration.ts'
import { t } from '../i18n.ts'
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
