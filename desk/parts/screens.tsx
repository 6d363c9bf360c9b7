import type { ComponentType } from 'react'
import { type CreateProps, type ResourceProps, required, TextInput } from 'react-admin'
import { removing } from './BulkButton.tsx'
import { ActionsColumn, NameColumn, OrderColumn, ReferenceColumn } from './columns.tsx'
import { DeskForm } from './DeskForm.tsx'
import { DeskList } from './DeskList.tsx'
import { DeskCreate, DeskEdit } from './DeskPages.tsx'
import type { Elements } from './elements.ts'
import { ReferenceSelect } from './ReferenceSelect.tsx'

export type Screens = Omit<ResourceProps, 'name'>

type Editable = {
  list: ComponentType
  /** The field that holds the name of a record. */
  name: string
  fields: Elements
  /** Shown above the fields of an existing record. */
  onEdit?: Elements
  transform?: CreateProps['transform']
}

/** A list, and one form for new and for existing records. */
export const editableScreens = (screens: Editable): Screens => {
  const { list, name, fields, onEdit, transform } = screens
  const form = (first?: Elements) => (
    <DeskForm>
      {first}
      {fields}
    </DeskForm>
  )
  return {
    recordRepresentation: name,
    list,
    create: () => <DeskCreate transform={transform}>{form()}</DeskCreate>,
    edit: () => <DeskEdit transform={transform}>{form(onEdit)}</DeskEdit>,
  }
}

type Named = {
  name: 'name' | 'title'
  parent?: { source: string; reference: string }
  /** Further inputs of the form. */
  more?: Elements
}

/** Screens for records that have little more than a name and a position. */
export const namedScreens = ({ name, parent, more }: Named): Screens =>
  editableScreens({
    name,
    fields: (
      <>
        {parent && <ReferenceSelect isRequired {...parent} />}
        <TextInput source={name} validate={required()} />
        {more}
      </>
    ),
    list: () => (
      <DeskList
        acts={[removing]}
        filters={parent && [<ReferenceSelect isFilter alwaysOn key="parent" {...parent} />]}
        perPage={50}
        sort={{ field: 'position', order: 'ASC' }}
      >
        <NameColumn source={name} />
        {parent && <ReferenceColumn {...parent} />}
        <OrderColumn within={parent && [parent.source]} />
        <ActionsColumn />
      </DeskList>
    ),
  })
