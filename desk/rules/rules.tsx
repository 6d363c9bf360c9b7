import type { ResourceProps } from 'react-admin'
import { namedScreens } from '../parts/named.tsx'
import { texts } from '../texts/texts.ts'
import { RuleEntryCreate, RuleEntryEdit } from './RuleEntryForms.tsx'
import { RuleEntryList } from './RuleEntryList.tsx'
import { VideoCreate, VideoEdit, VideoList } from './videos.tsx'

export const ruleCategories = namedScreens({ name: 'name' })
export const quickSubcategories = namedScreens({ name: 'name' })
export const ruleSubcategories = namedScreens({
  name: 'name',
  parent: {
    source: 'category_id',
    reference: 'rule-categories',
    label: texts.fields.category,
    text: 'name',
  },
})

export const ruleEntries: Omit<ResourceProps, 'name'> = {
  list: RuleEntryList,
  create: RuleEntryCreate,
  edit: RuleEntryEdit,
  recordRepresentation: 'title',
}
export const ruleVideos: Omit<ResourceProps, 'name'> = {
  list: VideoList,
  create: VideoCreate,
  edit: VideoEdit,
  recordRepresentation: 'title',
}
