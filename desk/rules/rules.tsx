import {
  DataTable,
  FormDataConsumer,
  RadioButtonGroupInput,
  ReferenceField,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin'
import type { DeskVideo, RuleEntryBody } from '#contract/rules.ts'
import { RULE_KINDS } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { removing } from '../parts/BulkButton.tsx'
import { choiceFilter, choicesOf } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  OrderColumn,
  ReferenceColumn,
  WordColumn,
} from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { AliasesInput, LightPreview, TextRow } from '../parts/TextRow.tsx'
import { PictureInput, UploadInput } from '../parts/UploadInput.tsx'

type Entry = Partial<RuleEntryBody>

/** Parents of an entry: the field and the resource that it refers to. */
const category = { source: 'category_id', reference: 'rule-categories' }
const subcategory = { source: 'subcategory_id', reference: 'rule-subcategories' }
const quickSubcategory = { source: 'quick_subcategory_id', reference: 'quick-subcategories' }

/** An entry of one kind has no parents of the other, even where they were chosen before the kind. */
export const withoutForeignFields = (data: Entry): Entry =>
  data.kind === 'quick'
    ? { ...data, category_id: null, subcategory_id: null }
    : { ...data, quick_subcategory_id: null }

/** The first kind is preselected; it stays as it was chosen. */
const KindInput = () =>
  useRecordContext()?.['id'] === undefined && (
    <RadioButtonGroupInput
      choices={choicesOf(RULE_KINDS)}
      defaultValue={RULE_KINDS[0]}
      source="kind"
      validate={required()}
    />
  )

const EntryFields = () => (
  <>
    <TextRow translations="rule-entries" />
    <KindInput />
    <TextInput source="title" validate={required()} />
    <FormDataConsumer<Entry>>
      {({ formData: { kind, category_id } }) =>
        kind === 'quick' ? (
          <ReferenceSelect {...quickSubcategory} />
        ) : (
          <>
            <ReferenceSelect {...category} />
            {category_id && <ReferenceSelect filter={{ category_id }} {...subcategory} />}
          </>
        )
      }
    </FormDataConsumer>
    <AliasesInput />
    <PictureInput />
    <SectionsInput />
    <LightPreview />
  </>
)

const filters = [
  choiceFilter('kind', RULE_KINDS),
  <ReferenceSelect isFilter alwaysOn key="category" {...category} />,
  <ReferenceSelect isFilter key="subcategory" {...subcategory} />,
  <ReferenceSelect isFilter key="quickSubcategory" {...quickSubcategory} />,
]

/** Entries have an order within their sub-category, which "Next" on the site follows (`nextId`). */
const EntryList = () => (
  <DeskList
    acts={[removing]}
    filters={filters}
    perPage={50}
    sort={{ field: 'position', order: 'ASC' }}
  >
    <NameColumn source="title" />
    <WordColumn source="kind" />
    <ReferenceColumn {...category} />
    <DataTable.Col source="subcategory_id">
      <ReferenceField link={false} {...subcategory} />
      <ReferenceField link={false} {...quickSubcategory} />
    </DataTable.Col>
    <OrderColumn within={['kind', 'category_id', 'subcategory_id', 'quick_subcategory_id']} />
    <ActionsColumn />
  </DeskList>
)

export const ruleCategories = namedScreens({ name: 'name' })
export const quickSubcategories = namedScreens({ name: 'name' })
export const ruleSubcategories = namedScreens({ name: 'name', parent: category })
export const ruleEntries = editableScreens({
  list: EntryList,
  name: 'title',
  fields: <EntryFields />,
  transform: withoutForeignFields,
})

const VideoList = () => (
  <DeskList acts={[removing]} sort={{ field: 'position', order: 'ASC' }}>
    <NameColumn source="title" />
    <DataTable.Col
      disableSort
      render={({ captions_url: url }: DeskVideo) =>
        url === null ? t('videos.not_captioned') : t('videos.captioned')
      }
      source="captions_url"
    />
    <OrderColumn />
    <ActionsColumn />
  </DeskList>
)

const Fields = () => (
  <>
    <p className="desk-quiet">{t('videos.shown_note')}</p>
    <TextInput source="title" validate={required()} />
    <UploadInput
      current="file_url"
      isRequired
      label={t('videos.film')}
      purpose="video"
      source="file_upload"
    />
    {(['webm', 'captions', 'poster'] as const).map((name) => (
      <UploadInput
        current={`${name}_url`}
        key={name}
        label={t(`videos.${name}`)}
        mayRemove
        purpose={name === 'poster' ? 'picture' : name}
        source={`${name}_upload`}
      />
    ))}
  </>
)

export const ruleVideos = editableScreens({ list: VideoList, name: 'title', fields: <Fields /> })
