import {
  DateTimeInput,
  FormDataConsumer,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
} from 'react-admin'
import type { DeskContent } from '#contract/schemas/content.ts'
import { CONTENT_KINDS, EVENT_SCOPES, EVENT_TYPES } from '#contract/sets.ts'
import { choicesOf, KindInput } from '../parts/choices.tsx'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { EventTabs } from '../parts/EventTabs.tsx'
import { FormatInput } from '../parts/FormatInputs.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'
import { ContentActions } from './ContentActions.tsx'
import { RegistrationFields } from './RegistrationFields.tsx'

const must = required()
const EVENT_FIELDS = [
  ...(['starts_at', 'ends_at', 'location', 'event_scope', 'event_type'] as const),
  ...(['seats', 'waiting_max', 'registration_closes_at', 'confirm_hours'] as const),
]

/** News have no field of an event, even where it was filled in before the kind was chosen. */
const withoutForeignFields = (data: Partial<DeskContent>): Partial<DeskContent> =>
  data.kind === 'event'
    ? data
    : { ...data, ...Object.fromEntries(EVENT_FIELDS.map((name) => [name, null])), questions: [] }

const Fields = () => (
  <>
    <TextInput source="title" validate={must} />
    <TextInput source="short_description" validate={must} />
    <TextInput minRows={6} multiline source="description" validate={must} />
    <FormatInput />
    <PictureInput />
    <FormDataConsumer<Partial<DeskContent>>>
      {({ formData }) => formData.kind === 'event' && <EventFields />}
    </FormDataConsumer>
  </>
)

/** The field has the local time without its time zone, which the API needs. */
const asMoment = (typed: string): string => (typed === '' ? '' : new Date(typed).toISOString())

const EventFields = () => (
  <>
    <DateTimeInput parse={asMoment} source="starts_at" validate={must} />
    <DateTimeInput parse={asMoment} source="ends_at" validate={must} />
    <TextInput source="location" />
    <SelectInput choices={choicesOf(EVENT_SCOPES)} source="event_scope" validate={must} />
    <SelectInput choices={choicesOf(EVENT_TYPES)} source="event_type" validate={must} />
    <RegistrationFields />
  </>
)

export const ContentCreate = () => (
  <DeskCreate redirect="edit" transform={withoutForeignFields}>
    <DeskForm>
      <KindInput kinds={CONTENT_KINDS} />
      <Fields />
    </DeskForm>
  </DeskCreate>
)

/** An article that was once published cannot be deleted: links lead to it. */
const EditForm = () => {
  const content = useRecordContext<DeskContent>()
  const mayRemove = content?.state === 'draft' || content?.state === 'scheduled'
  return (
    <DeskForm mayRemove={mayRemove}>
      {content && <StateMark state={content.state} />}
      <ContentActions />
      <Fields />
    </DeskForm>
  )
}

export const ContentEdit = () => (
  <DeskEdit actions={<EventTabs />} redirect={false} transform={withoutForeignFields}>
    <EditForm />
  </DeskEdit>
)
