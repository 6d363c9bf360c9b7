import { Route } from 'react-router'
import { admission } from './account/admission/admission.tsx'
import { applications } from './account/admission/applications.tsx'
import { members } from './account/members.tsx'
import { audit } from './audit/audit.tsx'
import { checklist } from './checklist/ChecklistPage.tsx'
import { contents, eventKinds } from './content/contents.tsx'
import { ProgrammePage } from './content/ProgrammePage.tsx'
import { downloadCategories, downloadFiles } from './downloads/downloads.tsx'
import { glossaryEntries, glossarySubtypes, glossaryTypes } from './glossary/glossary.tsx'
import { groups } from './groups/groups.tsx'
import { openings } from './groups/openings.tsx'
import { hooks } from './hooks/hooks.tsx'
import { type DeskResource, resourceName, type TextKey, textOr } from './i18n.ts'
import { memberInvites } from './member-invites/memberInvites.tsx'
import { messages } from './messages/messages.tsx'
import { outbox } from './messages/outbox.tsx'
import { counters } from './overview/CountersPage.tsx'
import type { Screens } from './parts/screens.tsx'
import { nameChanges } from './profile/nameChanges.tsx'
import { RegistrationsPage } from './registration/RegistrationsPage.tsx'
import { registrations } from './registration/registrations.tsx'
import { reports } from './reports/reports.tsx'
import { review } from './review/review.tsx'
import {
  quickSubcategories,
  ruleCategories,
  ruleEntries,
  ruleSubcategories,
  ruleVideos,
} from './rules/rules.tsx'
import { site } from './site-kit/SitePage.tsx'
import { transfer } from './transfer/TransferPage.tsx'

/** What an entry of the menu opens: the first page or the list of a resource. */
export type Entry = 'overview' | DeskResource
type Group = Extract<TextKey, `menu.groups.${string}`>

type Resource = Screens & {
  /**
   * The group of its entry in the menu, or the entry that has it as a tab. Registrations have none, because they are a
   * tab of their event.
   */
  readonly place?: Group | Entry
}

/** Every resource of the desk, once. Groups, entries and tabs are shown in this order. */
export const resources: Readonly<Record<DeskResource, Resource>> = {
  counters: { place: 'overview', ...counters },
  review: { place: 'menu.groups.review', ...review },
  applications: { place: 'menu.groups.review', ...applications },
  reports: { place: 'menu.groups.review', ...reports },
  'name-changes': { place: 'menu.groups.review', ...nameChanges },
  messages: { place: 'menu.groups.review', ...messages },
  contents: {
    place: 'menu.groups.publish',
    ...contents,
    children: (
      <>
        <Route element={<RegistrationsPage />} path=":id/registrations" />
        <Route element={<ProgrammePage />} path=":id/programme" />
      </>
    ),
  },
  'event-kinds': { place: 'contents', ...eventKinds },
  registrations,
  'download-files': { place: 'menu.groups.publish', ...downloadFiles },
  'download-categories': { place: 'download-files', ...downloadCategories },
  'rule-entries': { place: 'menu.groups.library', ...ruleEntries },
  'rule-categories': { place: 'rule-entries', ...ruleCategories },
  'rule-subcategories': { place: 'rule-entries', ...ruleSubcategories },
  'quick-subcategories': { place: 'rule-entries', ...quickSubcategories },
  'rule-videos': { place: 'rule-entries', ...ruleVideos },
  'glossary-entries': { place: 'menu.groups.library', ...glossaryEntries },
  'glossary-types': { place: 'glossary-entries', ...glossaryTypes },
  'glossary-subtypes': { place: 'glossary-entries', ...glossarySubtypes },
  transfer: { place: 'menu.groups.library', ...transfer },
  members: { place: 'menu.groups.record', ...members },
  'member-invites': { place: 'members', ...memberInvites },
  admission: { place: 'members', ...admission },
  groups: { place: 'menu.groups.record', ...groups },
  openings: { place: 'groups', ...openings },
  outbox: { place: 'menu.groups.record', ...outbox },
  audit: { place: 'menu.groups.record', ...audit },
  site: { place: 'menu.groups.settings', ...site },
  hooks: { place: 'site', ...hooks },
  checklist: { place: 'site', ...checklist },
}

const isResource = (name: string): name is DeskResource => Object.hasOwn(resources, name)
const RESOURCES = Object.keys(resources).filter(isResource)
const isGroup = (place: Resource['place']): place is Group => place?.startsWith('menu.') === true

export const GROUPS: ReadonlySet<Group> = new Set(
  RESOURCES.map((name) => resources[name].place).filter(isGroup),
)
export const entriesOf = (group: Group): DeskResource[] =>
  RESOURCES.filter((name) => resources[name].place === group)

/** @param page the first part of a path */
export function entryOf(page: string): string {
  if (!isResource(page)) return page === '' ? 'overview' : page
  const { place } = resources[page]
  return place === undefined || isGroup(place) ? page : place
}

/** Pages behind one entry of the menu, its own first. */
export const tabsOf = (entry: string): string[] => [
  entry,
  ...RESOURCES.filter((name) => resources[name].place === entry),
]

export const pathOf = (entry: string): string => (entry === 'overview' ? '/' : `/${entry}`)
export const entryName = (entry: string): string =>
  textOr(`menu.entries.${entry}`, resourceName(entry))
export const tabName = (page: string): string => textOr(`menu.tabs.${page}`, entryName(page))
