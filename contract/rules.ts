import type { RouteTable } from './route.ts'

export const rulesRoutes = {
  listRuleCategories: { method: 'GET', path: '/rules/categories/', access: 'open' },
  listRuleSubcategories: { method: 'GET', path: '/rules/get-subcategories/:categoryId/', access: 'open' },
  listRuleVideos: { method: 'GET', path: '/rules/get', access: 'open' },
  listQuickSubcategories: { method: 'GET', path: '/rules/get-quick-subcategories/', access: 'open' },
  listRuleEntries: { method: 'GET', path: '/rules/entries/', access: 'open' },
  listQuickEntries: { method: 'GET', path: '/rules/quick-entries/', access: 'open' },
  listRuleSubEntries: { method: 'GET', path: '/rules/entries/:id/sub-entries/', access: 'open' },
  listQuickSubEntries: { method: 'GET', path: '/rules/quick-entries/:id/sub-entries/', access: 'open' },
} as const satisfies RouteTable
