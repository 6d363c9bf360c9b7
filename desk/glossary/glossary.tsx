import { DataTable } from 'react-admin'
import type { DeskGlossaryEntry } from '#contract/glossary.ts'
import { ENTRY_STATES } from '#contract/sets.ts'
import { personName } from '../parts/auditSentences.ts'
import { removing } from '../parts/bulkActs.ts'
import { choiceFilter } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  ReferenceColumn,
  StateColumn,
  TimeColumn,
} from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { EntryFields } from './EntryFields.tsx'
import { IconInput } from './IconInput.tsx'

const type = { reference: 'glossary-types', source: 'type_id' }
const filters = [
  choiceFilter('state', ENTRY_STATES),
  <ReferenceSelect isFilter alwaysOn key="type" {...type} />,
]

const EntryList = () => (
  <DeskList acts={[removing]} filters={filters} sort={{ field: 'title', order: 'ASC' }}>
    <NameColumn source="title" />
    <ReferenceColumn disableSort {...type} />
    <DataTable.Col
      disableSort
      render={({ created_by: author }: Partial<DeskGlossaryEntry>) =>
        author && personName(author.username)
      }
      source="created_by.username"
    />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
    <ActionsColumn>
      <RowMenu />
    </ActionsColumn>
  </DeskList>
)

export const glossaryTypes = namedScreens({ name: 'name', more: <IconInput /> })
export const glossarySubtypes = namedScreens({ name: 'name', parent: type })
export const glossaryEntries = editableScreens({
  list: EntryList,
  name: 'title',
  fields: <EntryFields />,
})
