import { DataTable, ReferenceField, SearchInput, SelectInput } from 'react-admin'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { statesOf } from '../parts/states.ts'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('basic', 'quick')} key="kind" source="kind" />,
  <ParentInput
    alwaysOn
    key="category_id"
    label={t('fields.category')}
    reference="rule-categories"
    source="category_id"
    text="name"
  />,
  <ParentInput
    key="subcategory_id"
    label={t('fields.subcategory')}
    reference="rule-subcategories"
    source="subcategory_id"
    text="name"
  />,
  <ParentInput
    key="quick_subcategory_id"
    label={t('fields.quick_subcategory')}
    reference="quick-subcategories"
    source="quick_subcategory_id"
    text="name"
  />,
]

/** The order within a sub-category is what the site reads on to (`nextId`). */
export const RuleEntryList = () => (
  <DeskList filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
    <DeskTable rowClick="edit">
      <DataTable.Col source="title">
        <NameLink source="title" />
      </DataTable.Col>
      <DataTable.Col source="kind" />
      <DataTable.Col label={t('fields.category')} source="category_id">
        <ReferenceField link={false} reference="rule-categories" source="category_id" />
      </DataTable.Col>
      <DataTable.Col label={t('fields.subcategory')} source="subcategory_id">
        <ReferenceField link={false} reference="rule-subcategories" source="subcategory_id" />
        <ReferenceField
          link={false}
          reference="quick-subcategories"
          source="quick_subcategory_id"
        />
      </DataTable.Col>
      <DataTable.NumberCol source="position" />
      <DataTable.Col disableSort label={t('order.label')}>
        <MoveButtons within={['kind', 'category_id', 'subcategory_id', 'quick_subcategory_id']} />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <RowMenu />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)
