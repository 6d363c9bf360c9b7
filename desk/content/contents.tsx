import type { ResourceProps } from 'react-admin'
import { ContentCreate, ContentEdit } from './ContentForms.tsx'
import { ContentList } from './ContentList.tsx'
import { ContentPreview } from './ContentPreview.tsx'

export const contents: Omit<ResourceProps, 'name'> = {
  list: ContentList,
  create: ContentCreate,
  edit: ContentEdit,
  show: ContentPreview,
  recordRepresentation: 'title',
}
