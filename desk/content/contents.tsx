import { useMediaQuery } from '@mui/material'
import { styled } from '@mui/material/styles'
import {
  Button,
  DataTable,
  DateTimeInput,
  EditButton,
  maxLength,
  required,
  SelectInput,
  ShowButton,
  TextInput,
  TopToolbar,
  useRecordContext,
  useStore,
} from 'react-admin'
import { Link, useSearchParams } from 'react-router'
import { ACCESS_MAX, type DeskContent } from '#contract/content.ts'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { CONTENT_KINDS, CONTENT_STATES, EVENT_SCOPES, EVENT_TYPES } from '#contract/sets.ts'
import { resourceName, t } from '../i18n.ts'
import { type BulkAct, bulkAct, removing } from '../parts/BulkButton.tsx'
import { choiceFilter, choicesOf } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  StateColumn,
  TimeColumn,
  WordColumn,
} from '../parts/columns.tsx'
import { DeskForm, RemoveButton } from '../parts/DeskForm.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskCreate, DeskEdit, DeskShow } from '../parts/DeskPages.tsx'
import { EventTabs, hasRegistrations, registrationsPath } from '../parts/EventTabs.tsx'
import { FieldPair } from '../parts/FieldPair.ts'
import { FormattedInput } from '../parts/FormattedInput.tsx'
import { PageFrame } from '../parts/PageFrame.tsx'
import { Section } from '../parts/PageParts.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { Switch } from '../parts/Switch.tsx'
import { namedScreens, type Screens } from '../parts/screens.tsx'
import { LightPreview, TextRow } from '../parts/TextRow.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'
import { messageOf, useResponse } from '../parts/useAction.ts'
import { besidePage, WIDE } from '../theme/shared.ts'
import { Belongings } from './Belongings.tsx'
import { CancelButton, ContentActions, DeleteButton, isCancellable } from './ContentActions.tsx'
import { asMoment, RegistrationFields, SlotFields } from './RegistrationFields.tsx'
import { RhythmFields } from './series.tsx'
import { ContentMark, NO_FACTS, TableFields, TableNote } from './tables.tsx'

/** Viewport of the page in pixels. */
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const
type Size = keyof typeof SIZES

type PreviewProps = {
  /** The preview has the height of the box around it. */
  fills?: boolean
}

/** The site's own page in a frame. */
const Preview = ({ fills = false }: PreviewProps) => {
  const content = useRecordContext<DeskContent>()
  const [size, setSize] = useStore<Size>(
    fills ? 'desk.panelSize' : 'desk.previewSize',
    fills ? 'phone' : 'desktop',
  )
  const { data: link, error } = useResponse(
    deskCalls.contents.previewLink,
    { id: content?.id ?? 0 },
    // Another URL would reload the frame.
    { enabled: content !== undefined, gcTime: 0, refetchOnWindowFocus: false },
    content?.updated_at,
  )
  if (!content || !link)
    return <p role="status">{error ? messageOf(error) : t('contents.loading')}</p>
  return (
    <Stage data-fills={fills}>
      <p className="desk-quiet">{t(fills ? 'contents.saved_note' : 'contents.note')}</p>
      <div className="desk-actions">
        <Switch
          chosen={size}
          label={t('contents.sizes')}
          nameOf={(one) => t(`contents.${one}`)}
          onChoose={setSize}
          options={['phone', 'desktop']}
        />
        <a className="desk-plain" href={link.url} rel="noreferrer" target="_blank">
          {t('contents.new_tab')}
        </a>
        <span className="desk-quiet">
          {t('contents.new_tab_note', { minutes: PREVIEW_MINUTES })}
        </span>
      </div>
      <PageFrame
        {...SIZES[size]}
        fills={fills}
        link={link.url}
        title={t('contents.frame', { title: content.title, size: t(`contents.${size}`) })}
      />
    </Stage>
  )
}

const Stage = styled('section')({
  padding: '0 16px 16px',
  '&[data-fills="true"]': {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    padding: 0,
    '& > p': { margin: '0 0 8px' },
    '& > :last-child': { flex: '1 1 0' },
  },
})

/** The page beside its form, as it was saved last. */
const PreviewPanel = () => (
  <aside aria-label={t('contents.preview')}>
    <Preview fills />
  </aside>
)

const ContentPreview = () => (
  <DeskShow
    actions={
      <TopToolbar>
        <EditButton />
      </TopToolbar>
    }
  >
    <Preview />
  </DeskShow>
)

const must = required()

/** @param parent_id the event of a table */
const Fields = ({ kind, parent_id }: Pick<DeskContent, 'kind' | 'parent_id'>) => (
  <>
    <Section title={t('contents.sections.summary')}>
      <TextRow translations={parent_id == null ? 'contents' : undefined} />
      <TextInput source="title" validate={must} />
      <TextInput source="short_description" validate={must} />
    </Section>
    <Section title={t('contents.sections.text')}>
      <FormattedInput minRows={6} source="description" validate={must} />
      <LightPreview />
    </Section>
    <Section title={t('contents.sections.picture')}>
      <PictureInput />
    </Section>
    {parent_id != null && <TableFields event={parent_id} />}
    {kind === 'event' && parent_id == null && <EventFields />}
  </>
)

const kindOfEvent = { reference: 'event-kinds', source: 'event_kind_id' }

const EventFields = () => (
  <>
    <Section title={t('contents.sections.place')}>
      <FieldPair>
        <DateTimeInput parse={asMoment} source="starts_at" validate={must} />
        <DateTimeInput parse={asMoment} source="ends_at" validate={must} />
      </FieldPair>
      <TextInput source="location" />
      <TextInput
        helperText={t('contents.access_hint')}
        minRows={3}
        multiline
        source="access"
        validate={maxLength(ACCESS_MAX)}
      />
      <ReferenceSelect {...kindOfEvent} />
      <FieldPair>
        <SelectInput choices={choicesOf(EVENT_SCOPES)} source="event_scope" validate={must} />
        <SelectInput choices={choicesOf(EVENT_TYPES)} source="event_type" validate={must} />
      </FieldPair>
    </Section>
    <Section title={t('contents.sections.series')}>
      <RhythmFields />
    </Section>
    <Section title={t('contents.sections.registration')}>
      <RegistrationFields />
    </Section>
    <Section title={t('tables.section')}>
      <SlotFields />
    </Section>
  </>
)

/** The kind of a new record is in its address, and the event of a table; without a kind it is an article. */
const ContentCreate = () => {
  const [params] = useSearchParams()
  const kind = CONTENT_KINDS.find((one) => one === params.get('kind')) ?? 'news'
  const parent_id = Number(params.get('parent')) || null
  return (
    <DeskCreate
      key={`${kind}${parent_id}`}
      record={{ kind, parent_id, ...(parent_id !== null && { table: NO_FACTS }) }}
      redirect="edit"
      title={parent_id === null ? t(`resources.contents.create${kind}`) : t('tables.create')}
    >
      <DeskForm>
        <Fields kind={kind} parent_id={parent_id} />
      </DeskForm>
    </DeskCreate>
  )
}

const Columns = styled('div')({ width: '100%', ...besidePage })

const EditForm = () => {
  const content = useRecordContext<DeskContent>()
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  if (!content) return null
  return (
    <DeskForm
      actions={<ContentActions hasPreview={isWide} />}
      className="desk-form desk-wide-form"
      mayRemove={false}
    >
      <Columns>
        <div>
          <p style={{ margin: '0 0 8px' }}>
            <ContentMark content={content} />
          </p>
          <TableNote content={content} />
          <Fields {...content} />
          <End content={content} />
        </div>
        {isWide && <PreviewPanel />}
      </Columns>
    </DeskForm>
  )
}

/** What takes an article away. What is on the site is unpublished before it is deleted. */
const End = ({ content }: { content: DeskContent }) => {
  const { state, publish_at } = content
  const mayCancel = isCancellable(content)
  const isNew = state === 'draft' || state === 'scheduled'
  const mayRemove =
    isNew || state === 'unpublished' || (state === 'cancelled' && publish_at === null)
  if (!mayCancel && !mayRemove) return null
  const end = mayCancel && mayRemove ? 'both' : mayCancel ? 'cancel' : 'remove'
  return (
    <Section title={t(`contents.sections.${end}`)}>
      <div className="desk-actions">
        {mayCancel && <CancelButton />}
        {mayRemove && (isNew ? <RemoveButton /> : <DeleteButton />)}
      </div>
    </Section>
  )
}

export const ContentEdit = () => (
  <DeskEdit actions={<EventTabs />} redirect={false}>
    <EditForm />
  </DeskEdit>
)

const { publish, unpublish } = deskCalls.contents

/** What can be done with several articles. */
const contentActs: readonly BulkAct[] = [
  bulkAct('contents', 'publish', (desk, _resource, id) => desk.call(publish, { id })),
  bulkAct('contents', 'unpublish', (desk, _resource, id) => desk.call(unpublish, { id })),
  { ...removing, About: Belongings },
]

const filters = [
  choiceFilter('kind', CONTENT_KINDS),
  choiceFilter('state', CONTENT_STATES),
  <ReferenceSelect isFilter key="event_kind_id" {...kindOfEvent} />,
]

const RegistrationsLink = () => {
  const content = useRecordContext<DeskContent>()
  if (!content || !hasRegistrations(content)) return null
  return (
    <Button
      component={Link}
      label={resourceName('registrations')}
      onClick={(event) => event.stopPropagation()}
      to={registrationsPath(content.id)}
    >
      <DeskIcon name="registrations" />
    </Button>
  )
}

const ContentList = () => (
  <DeskList
    acts={contentActs}
    filters={filters}
    kinds={['event', 'news']}
    sort={{ field: 'id', order: 'DESC' }}
  >
    <NameColumn source="title" />
    <WordColumn source="kind" />
    <TimeColumn source="publish_at" />
    <TimeColumn label={t('contents.when')} source="starts_at" until="ends_at" />
    <DataTable.Col
      disableSort
      render={({ seats, taken }: DeskContent) => seats && t('contents.taken', { taken, seats })}
      source="seats"
    />
    <StateColumn />
    <DataTable.Col source="id" />
    <ActionsColumn>
      <RegistrationsLink />
      <ShowButton label={t('contents.preview')} />
    </ActionsColumn>
  </DeskList>
)

export const eventKinds = namedScreens({ name: 'name' })

export const contents: Screens = {
  list: ContentList,
  create: ContentCreate,
  edit: ContentEdit,
  show: ContentPreview,
  recordRepresentation: 'title',
}
