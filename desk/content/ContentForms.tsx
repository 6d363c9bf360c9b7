import {
  DateTimeInput,
  FormDataConsumer,
  FormGroupContextProvider,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
} from 'react-admin'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { t } from '../i18n.ts'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { PictureInput } from '../parts/UploadInput.tsx'
import { CONTENT_FIELDS, ContentActions } from './ContentActions.tsx'

const must = required(t('ra.validation.required'))
const EVENT_FIELDS = ['starts_at', 'ends_at', 'location', 'event_scope', 'event_type'] as const

/** News have none of an event's fields, also when somebody has filled them in before choosing. */
const withoutForeignFields = (data: Partial<DeskContent>): Partial<DeskContent> =>
  data.kind === 'event'
    ? data
    : { ...data, ...Object.fromEntries(EVENT_FIELDS.map((name) => [name, null])) }

const Fields = () => (
  <>
    <TextInput source="title" validate={must} />
    <TextInput source="short_description" validate={must} />
    <TextInput minRows={6} multiline source="description" validate={must} />
    <PictureInput />
    <FormDataConsumer<Partial<DeskContent>>>
      {({ formData }) => formData.kind === 'event' && <EventFields />}
    </FormDataConsumer>
  </>
)

/** The field gives the time of the writer's own zone without saying so; the desk's API wants to know. */
const asMoment = (typed: string): string => (typed === '' ? '' : new Date(typed).toISOString())

const EventFields = () => (
  <>
    <DateTimeInput parse={asMoment} source="starts_at" validate={must} />
    <DateTimeInput parse={asMoment} source="ends_at" validate={must} />
    <TextInput source="location" />
    <SelectInput
      choices={statesOf('National', 'International')}
      source="event_scope"
      validate={must}
    />
    <SelectInput
      choices={statesOf('Online', 'Offline', 'Both')}
      source="event_type"
      validate={must}
    />
  </>
)

export const ContentCreate = () => (
  <DeskCreate redirect="edit" transform={withoutForeignFields}>
    <DeskForm>
      <RadioButtonGroupInput
        choices={statesOf('news', 'event')}
        defaultValue="news"
        source="kind"
        validate={must}
      />
      <Fields />
    </DeskForm>
  </DeskCreate>
)

/** What has once been on the site is not removed: links lead to it. */
const EditForm = () => {
  const content = useRecordContext<DeskContent>()
  const mayRemove = content?.state === 'draft' || content?.state === 'scheduled'
  return (
    <DeskForm mayRemove={mayRemove}>
      <StateMark />
      <ContentActions />
      <FormGroupContextProvider name={CONTENT_FIELDS}>
        <Fields />
      </FormGroupContextProvider>
    </DeskForm>
  )
}

export const ContentEdit = () => (
  <DeskEdit actions={false} redirect={false} transform={withoutForeignFields}>
    <EditForm />
  </DeskEdit>
)
