import type { DeskResource } from '../texts/texts.ts'

const PEOPLE = /^(created_by|claimed_by|decided_by|owner_id|member_id|user_id)$/

/** Where the name of what a field points to is found; undefined for a field that points nowhere. */
export function referenceOf(resource: string, field: string): DeskResource | undefined {
  if (PEOPLE.test(field)) return 'members'
  switch (field) {
    case 'type_id':
      return 'glossary-types'
    case 'subtype_id':
      return 'glossary-subtypes'
    case 'subcategory_id':
      return 'rule-subcategories'
    case 'quick_subcategory_id':
      return 'quick-subcategories'
    case 'category_id':
      return resource === 'download-files' ? 'download-categories' : 'rule-categories'
    default:
      return undefined
  }
}

/** The page of a record that an act was about; undefined where it has none, or has none any more. */
export function pageOf(
  resource: string,
  action: string,
): [DeskResource, 'edit' | 'show'] | undefined {
  if (action === 'remove') return undefined
  switch (resource) {
    case 'contents':
    case 'download-files':
    case 'download-categories':
    case 'rule-entries':
    case 'rule-categories':
    case 'rule-subcategories':
    case 'quick-subcategories':
    case 'rule-videos':
    case 'glossary-entries':
    case 'glossary-types':
    case 'glossary-subtypes':
      return [resource, 'edit']
    case 'review':
      return ['glossary-entries', 'edit']
    case 'members':
    case 'groups':
    case 'messages':
      return [resource, 'show']
    default:
      return undefined
  }
}
