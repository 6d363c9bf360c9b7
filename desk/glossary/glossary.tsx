import {
  DataTable,
  FormDataConsumer,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
} from 'react-admin'
import type { DeskGlossaryBody, DeskGlossaryEntry } from '#contract/glossary.ts'
import { ENTRY_STATES } from '#contract/sets.ts'
import { keysOf, textOr } from '../i18n.ts'
import { personName } from '../parts/auditSentences.ts'
import { removing } from '../parts/BulkButton.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  ReferenceColumn,
  StateColumn,
  TimeColumn,
} from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { FormattedInput } from '../parts/FormattedInput.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { AliasesInput, LightPreview, TextRow } from '../parts/TextRow.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'

type Choice = { id: string; name: string }

/** An imported icon that the site does not have is kept as a choice. */
const IconInput = () => {
  const current: unknown = useRecordContext()?.icon
  const names = new Set(keysOf('icons'))
  if (typeof current === 'string' && current !== '') names.add(current)
  const choices: Choice[] = [...names].map((id) => ({
    id,
    name: textOr(`icons.${id}`, id.replaceAll('-', ' ')),
  }))
  return <SelectInput choices={choices} optionText={<Icon />} source="icon" />
}

const Icon = () => {
  const choice = useRecordContext<Choice>()
  return (
    <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      <img alt="" height={24} src={`/icons/game/${choice?.id}.svg`} width={24} />
      <span>{choice?.name}</span>
    </span>
  )
}

const EntryFields = () => (
  <>
    <TextRow />
    <TextInput source="title" validate={required()} />
    <ReferenceSelect isRequired reference="glossary-types" source="type_id" />
    <FormDataConsumer<Partial<DeskGlossaryBody>>>
      {({ formData: { type_id } }) =>
        type_id && (
          <ReferenceSelect filter={{ type_id }} reference="glossary-subtypes" source="subtype_id" />
        )
      }
    </FormDataConsumer>
    <FormattedInput minRows={5} source="description" />
    <AliasesInput />
    <PictureInput />
    <SectionsInput isContentRequired />
    <LightPreview />
  </>
)

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
    <ActionsColumn />
  </DeskList>
)

export const glossaryTypes = namedScreens({ name: 'name', more: <IconInput /> })
export const glossarySubtypes = namedScreens({ name: 'name', parent: type })
export const glossaryEntries = editableScreens({
  list: EntryList,
  name: 'title',
  fields: <EntryFields />,
})
