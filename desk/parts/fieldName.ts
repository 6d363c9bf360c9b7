/** "short_description" is "Short description". The endings `_id` and `_at` are left out: "category_id" is "Category". */
export function fieldName(field: string): string {
  const words = field.replace(/_(id|at)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
