import { Button, DataTable, ShowButton, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import { CONTENT_KINDS, CONTENT_STATES } from '#contract/sets.ts'
import { resourceName, t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  StateColumn,
  TimeColumn,
  WordColumn,
} from '../parts/columns.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { hasRegistrations, registrationsPath } from '../parts/EventTabs.tsx'
import type { Screens } from '../parts/screens.tsx'
import { contentActs } from './bulk.ts'
import { ContentCreate, ContentEdit } from './ContentForms.tsx'
import { ContentPreview } from './ContentPreview.tsx'

const filters = [choiceFilter('kind', CONTENT_KINDS), choiceFilter('state', CONTENT_STATES)]

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
  <DeskList acts={contentActs} filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <DataTable.Col source="id" />
    <WordColumn source="kind" />
    <NameColumn source="title" />
    <TimeColumn source="publish_at" />
    <TimeColumn source="starts_at" />
    <StateColumn />
    <ActionsColumn>
      <RegistrationsLink />
      <ShowButton label={t('contents.preview')} />
    </ActionsColumn>
  </DeskList>
)

export const contents: Screens = {
  list: ContentList,
  create: ContentCreate,
  edit: ContentEdit,
  show: ContentPreview,
  recordRepresentation: 'title',
}
