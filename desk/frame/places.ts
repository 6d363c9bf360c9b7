import { type DeskResource, isDeskResource, resourceName, type TextKey, textOr } from '../i18n.ts'

/** What an entry of the menu opens: the first page or the list of a resource. */
export type Entry = 'overview' | DeskResource
type Group = Extract<TextKey, `menu.groups.${string}`>

/**
 * The place of every resource: the group of its entry in the menu, or the entry that has it as a tab. Registrations
 * have none here, because they are a tab of their event. Groups, entries and tabs are shown in this order.
 */
const PLACES = {
  counters: 'overview',
  review: 'menu.groups.review',
  'name-changes': 'menu.groups.review',
  messages: 'menu.groups.review',
  contents: 'menu.groups.publish',
  registrations: null,
  'download-files': 'menu.groups.publish',
  'download-categories': 'download-files',
  'rule-entries': 'menu.groups.library',
  'rule-categories': 'rule-entries',
  'rule-subcategories': 'rule-entries',
  'quick-subcategories': 'rule-entries',
  'rule-videos': 'rule-entries',
  'glossary-entries': 'menu.groups.library',
  'glossary-types': 'glossary-entries',
  'glossary-subtypes': 'glossary-entries',
  transfer: 'menu.groups.library',
  members: 'menu.groups.record',
  'member-invites': 'members',
  groups: 'menu.groups.record',
  openings: 'groups',
  outbox: 'menu.groups.record',
  audit: 'menu.groups.record',
  site: 'menu.groups.settings',
  checklist: 'site',
} as const satisfies Record<DeskResource, Group | Entry | null>

const RESOURCES = Object.keys(PLACES).filter(isDeskResource)
const isGroup = (place: Group | Entry | null): place is Group => place?.startsWith('menu.') === true

export const GROUPS: ReadonlySet<Group> = new Set(Object.values(PLACES).filter(isGroup))
export const entriesOf = (group: Group): DeskResource[] =>
  RESOURCES.filter((name) => PLACES[name] === group)

/** @param page the first part of a path */
export function entryOf(page: string): string {
  if (!isDeskResource(page)) return page === '' ? 'overview' : page
  const place = PLACES[page]
  return place === null || isGroup(place) ? page : place
}

/** Pages behind one entry of the menu, its own first. */
export const tabsOf = (entry: string): string[] => [
  entry,
  ...RESOURCES.filter((name) => PLACES[name] === entry),
]

export const pathOf = (entry: string): string => (entry === 'overview' ? '/' : `/${entry}`)
export const entryName = (entry: string): string =>
  textOr(`menu.entries.${entry}`, resourceName(entry))
export const tabName = (page: string): string => textOr(`menu.tabs.${page}`, entryName(page))
