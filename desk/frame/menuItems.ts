import { type DeskResource, t } from '../i18n.ts'

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
