import type { ResourceProps } from 'react-admin'
import { namedScreens } from '../parts/named.tsx'
import { FileCreate, FileEdit } from './FileForms.tsx'
import { FileList } from './FileList.tsx'

export const downloadCategories = namedScreens({ name: 'title' })

export const downloadFiles: Omit<ResourceProps, 'name'> = {
  list: FileList,
  create: FileCreate,
  edit: FileEdit,
  recordRepresentation: 'display_name',
}
