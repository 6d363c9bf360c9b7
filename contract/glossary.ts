import type { RouteTable } from './route.ts'

export const glossaryRoutes = {
  listGlossaryTypes: { method: 'GET', path: '/glossary/entry-types/', access: 'open' },
  listGlossarySubtypes: { method: 'GET', path: '/glossary/entry-subtypes/', access: 'open' },
  listSubtypesOfType: { method: 'GET', path: '/glossary/get-subtypes/:typeId/', access: 'open' },
  listGlossaryEntries: { method: 'GET', path: '/glossary/entries/', access: 'optional' },
  listGlossarySubEntries: { method: 'GET', path: '/glossary/entries/:id/sub-entries/', access: 'optional' },
  deleteGlossaryEntry: { method: 'DELETE', path: '/glossary/delete-entry/:id', access: 'member' },
  createGlossaryEntry: { method: 'POST', path: '/glossary/user-entries/', access: 'member' },
  createGlossarySubEntries: { method: 'POST', path: '/glossary/entries/:id/sub-entries/', access: 'member' },
} as const satisfies RouteTable

/** Characters of glossary names and sub-titles (behaviour 9.2). */
export const GLOSSARY_TITLE_MAX = 100
/** Sub-entries of one glossary entry in one call; far above what the form is used for. */
export const SUB_ENTRIES_MAX = 50
/** UTF-16 units of all sub-entries of one glossary entry together: some forty pages. */
export const ENTRY_TEXT_MAX = 100_000
export const GLOSSARY_SORTS = ['Newest First', 'Oldest First', 'Alphabetical'] as const
/** Generous, because a failed creation is silent (ruling 39). */
export const IMAGE_BYTES_MAX = 15 * 1024 * 1024
export const GLOSSARY_PAGE = 10
