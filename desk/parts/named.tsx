import type { ReactNode } from 'react'
import {
  DataTable,
  ReferenceField,
  type ResourceProps,
  required,
  SearchInput,
  TextInput,
} from 'react-admin'
import { t } from '../i18n.ts'
import { DeskForm } from './DeskForm.tsx'
import { DeskList } from './DeskList.tsx'
import { DeskCreate, DeskEdit } from './DeskPages.tsx'
import { DeskTable, NameLink } from './DeskTable.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import { ParentInput } from './ParentInput.tsx'
import { RowMenu } from './RowMenu.tsx'

type Parent = { source: string; reference: string; label: string; text: 'name' | 'title' }
type Named = {
  /** The field that holds the name. */
  name: 'name' | 'title'
  parent?: Parent
  /** Further inputs of the form. */
  more?: ReactNode
}
const must = required(t('ra.validation.required'))

/** Screens for what has little more than a name and a place among its kind. */
export function namedScreens({ name, parent, more }: Named): Omit<ResourceProps, 'name'> {
  const search = <SearchInput alwaysOn key="q" source="q" />
  const filters = parent ? [search, <ParentInput alwaysOn key="parent" {...parent} />] : [search]
  const fields = (
    <DeskForm>
      {parent && <ParentInput isRequired {...parent} />}
      <TextInput source={name} validate={must} />
      {more}
    </DeskForm>
  )
  return {
    recordRepresentation: name,
    list: () => (
      <DeskList filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
        <DeskTable rowClick="edit">
          <DataTable.Col source={name}>
            <NameLink source={name} />
          </DataTable.Col>
          {parent && (
            <DataTable.Col label={parent.label} source={parent.source}>
              <ReferenceField link={false} reference={parent.reference} source={parent.source} />
            </DataTable.Col>
          )}
          <DataTable.NumberCol source="position" />
          <DataTable.Col disableSort label={t('order.label')}>
            <MoveButtons within={parent ? [parent.source] : []} />
          </DataTable.Col>
          <DataTable.Col disableSort label={t('actions')}>
            <RowMenu />
          </DataTable.Col>
        </DeskTable>
      </DeskList>
    ),
    create: () => <DeskCreate redirect="list">{fields}</DeskCreate>,
    edit: () => <DeskEdit>{fields}</DeskEdit>,
  }
}
