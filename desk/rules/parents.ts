/** What a rule entry belongs to: the field and the resource that it refers to. */
export const category = { source: 'category_id', reference: 'rule-categories' }
export const subcategory = { source: 'subcategory_id', reference: 'rule-subcategories' }
export const quickSubcategory = {
  source: 'quick_subcategory_id',
  reference: 'quick-subcategories',
}
