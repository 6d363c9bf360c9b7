import type { DeskResource } from '../i18n.ts'

const REFERENCES: Readonly<Record<string, DeskResource>> = {
  created_by: 'members',
  claimed_by: 'members',
  decided_by: 'members',
  owner_id: 'members',
  member_id: 'members',
  user_id: 'members',
  type_id: 'glossary-types',
  subtype_id: 'glossary-subtypes',
  category_id: 'rule-categories',
  subcategory_id: 'rule-subcategories',
  quick_subcategory_id: 'quick-subcategories',
}

/** The resource of the record that a field refers to; undefined for a field that refers to none. */
export const referenceOf = (resource: string, field: string): DeskResource | undefined =>
  resource === 'download-files' && field === 'category_id'
    ? 'download-categories'
    : REFERENCES[field]
