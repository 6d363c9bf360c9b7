import { DataTable, ReferenceField } from 'react-admin'
import { RULE_KINDS } from '#contract/sets.ts'
import { removing } from '../parts/bulkActs.ts'
import { choiceFilter, KindInput } from '../parts/choices.tsx'
import {
  ActionsColumn,
  NameColumn,
  OrderColumn,
  ReferenceColumn,
  WordColumn,
} from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import {
  category,
  EntryFields,
  quickSubcategory,
  subcategory,
  withoutForeignFields,
} from './EntryFields.tsx'

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
    <ActionsColumn>
      <RowMenu />
    </ActionsColumn>
  </DeskList>
)

export const ruleCategories = namedScreens({ name: 'name' })
export const quickSubcategories = namedScreens({ name: 'name' })
export const ruleSubcategories = namedScreens({ name: 'name', parent: category })
export const ruleEntries = editableScreens({
  list: EntryList,
  name: 'title',
  fields: <EntryFields />,
  onCreate: <KindInput kinds={RULE_KINDS} />,
  transform: withoutForeignFields,
})
