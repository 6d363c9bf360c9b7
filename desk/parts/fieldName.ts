import { capital, textOr } from '../i18n.ts'

/**
 * What people call a field; "short_description" is "Short description" without a text of its own. The endings `_id` and
 * `_at` are left out: "category_id" is "Category".
 */
export function fieldName(field: string): string {
  const bare = field.replace(/_(id|at)$/, '')
  return textOr(`fields.${bare}`, capital(bare.replaceAll('_', ' ')))
}
