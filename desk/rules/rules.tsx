import type { ResourceProps } from 'react-admin'
import { t } from '../i18n.ts'
import { namedScreens } from '../parts/named.tsx'
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
    label: t('fields.category'),
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
