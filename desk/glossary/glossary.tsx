import type { ResourceProps } from 'react-admin'
import { t } from '../i18n.ts'
import { namedScreens } from '../parts/named.tsx'
import { GlossaryCreate, GlossaryEdit } from './GlossaryForms.tsx'
import { GlossaryList } from './GlossaryList.tsx'
import { IconInput } from './IconInput.tsx'

export const glossaryTypes = namedScreens({ name: 'name', more: <IconInput /> })
export const glossarySubtypes = namedScreens({
  name: 'name',
  parent: {
    source: 'type_id',
    reference: 'glossary-types',
    label: t('fields.type'),
    text: 'name',
  },
})
export const glossaryEntries: Omit<ResourceProps, 'name'> = {
  list: GlossaryList,
  create: GlossaryCreate,
  edit: GlossaryEdit,
  recordRepresentation: 'title',
}
