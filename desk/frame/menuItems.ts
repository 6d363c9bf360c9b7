import { type DeskResource, t } from '../i18n.ts'
import type { DeskIconName } from '../parts/iconNames.ts'

type Group = { readonly label: string; readonly items: readonly DeskResource[] }

export const menuGroups: readonly Group[] = [
  { label: t('menu.review'), items: ['review', 'name-changes', 'messages'] },
  { label: t('menu.publish'), items: ['contents', 'download-files', 'download-categories'] },
  {
    label: t('menu.library'),
    items: [
      'rule-entries',
      'rule-categories',
      'rule-subcategories',
      'quick-subcategories',
      'rule-videos',
      'glossary-entries',
      'glossary-types',
      'glossary-subtypes',
      'transfer',
    ],
  },
  { label: t('menu.record'), items: ['counters', 'members', 'groups', 'outbox', 'audit'] },
]

export const superuserOnly: readonly DeskResource[] = ['members', 'groups', 'outbox', 'audit']

export const iconOf: Readonly<Record<DeskResource, DeskIconName>> = {
  review: 'review',
  'name-changes': 'names',
  messages: 'inbox',
  contents: 'news',
  'download-files': 'file',
  'download-categories': 'folder',
  'rule-entries': 'book',
  'rule-categories': 'category',
  'rule-subcategories': 'tree',
  'quick-subcategories': 'bolt',
  'rule-videos': 'video',
  'glossary-entries': 'entry',
  'glossary-types': 'tags',
  'glossary-subtypes': 'tag',
  transfer: 'transfer',
  counters: 'chart',
  members: 'users',
  groups: 'group',
  outbox: 'send',
  audit: 'history',
}
