import { DataTable, ShowButton } from 'react-admin'
import { CONTENT_KINDS, CONTENT_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, NameColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { ContentCreate, ContentEdit } from './ContentForms.tsx'
import { ContentPreview } from './ContentPreview.tsx'

const filters = [choiceFilter('kind', CONTENT_KINDS), choiceFilter('state', CONTENT_STATES)]

const ContentList = () => (
  <DeskList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <DataTable.Col source="id" />
    <DataTable.Col source="kind" />
    <NameColumn source="title" />
    <TimeColumn source="publish_at" />
    <TimeColumn source="starts_at" />
    <StateColumn />
    <ActionsColumn>
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
