import type {
  ContentId,
  DownloadCategoryId,
  DownloadFileId,
  GlossaryEntryId,
  GlossaryTypeId,
  GroupId,
  InviteId,
  MemberId,
  MuteId,
  NameChangeId,
  RuleEntryId,
} from '#contract/ids.ts'
import type { Profile } from '#contract/schemas/account.ts'
import type { ContentItem, DownloadCategory, DownloadFile } from '#contract/schemas/content.ts'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import type { Group, Invite, Member, Mute, SentInvite } from '#contract/schemas/groups.ts'
import type { NameChange, OrderDetails } from '#contract/schemas/profile.ts'
import type { BasicRuleEntry, QuickRuleEntry } from '#contract/schemas/rules.ts'
import type { RootState } from '#src/store/reducer.ts'

/*
 * Typed by the contract: `aGroup({ name: 'Ravens' })` says only what the test is about.
 * `asMember()` and `asStaff()` are states of a logged-in visitor for renderWithStore and setupStore.
 */

/** A branded id out of a plain number: `id<GroupId>(7)`, or by context. */
export const id = <T extends number>(value: number): T => value as T

export const TOKENS = { access: 'access-1', refresh: 'refresh-1' } as const

export const asMember = (over: Partial<RootState> = {}): Partial<RootState> => ({
  session: { status: 'member', ...TOKENS },
  ...over,
})
export const asStaff = (over: Partial<RootState> = {}): Partial<RootState> =>
  asMember({ staff: { isStaff: true, isSuperuser: false }, ...over })

export const aProfile = (over: Partial<Profile> = {}): Profile => ({
  username: 'wren',
  email: 'wren@example.org',
  is_staff: false,
  ...over,
})

export const aMember = (over: Partial<Member> = {}): Member => ({
  id: id<MemberId>(1),
  name: 'wren',
  owner: false,
  ...over,
})

export const aSentInvite = (over: Partial<SentInvite> = {}): SentInvite => ({
  id: id<InviteId>(1),
  name: 'Ravens',
  target_user_username: 'orla',
  ...over,
})

/** A group that the visitor owns alone, unless told otherwise. */
export const aGroup = (over: Partial<Group> = {}): Group => ({
  id: id<GroupId>(1),
  name: 'Ravens',
  is_owner: true,
  members: [aMember({ owner: true })],
  invites: [],
  ...over,
})

export const anInvite = (over: Partial<Invite> = {}): Invite => ({
  id: id<InviteId>(1),
  group_name: 'Ravens',
  group_leader: 'tamsin',
  group_size: 3,
  ...over,
})

export const aMute = (over: Partial<Mute> = {}): Mute => ({
  id: id<MuteId>(1),
  mute_invites_from_name: 'tamsin',
  duration_left: 14,
  ...over,
})

export const aNameChange = (over: Partial<NameChange> = {}): NameChange => ({
  id: id<NameChangeId>(1),
  new_name: 'Wren of Halm',
  reason: 'There are two wrens.',
  ...over,
})

export const orderDetails = (over: Partial<OrderDetails> = {}): OrderDetails => ({
  first_name: 'Wren',
  last_name: 'Ferrier',
  email: 'wren@example.org',
  phone_number: '+354 555 0100',
  country_key: 'IS',
  city: 'Reykjavík',
  zipcode: '101',
  address: 'Orchard Lane 7',
  ...over,
})

export const aContentItem = (over: Partial<ContentItem> = {}): ContentItem => ({
  id: id<ContentId>(1),
  type: 'News',
  title: 'The bells of Harrow',
  short_description: 'Old Patience has rung.',
  description: 'Nobody pulled the rope.',
  date: '2024-05-04T12:00:00.000Z',
  background_image: null,
  event_scope: null,
  event_type: null,
  ...over,
})

export const anEvent = (over: Partial<ContentItem> = {}): ContentItem =>
  aContentItem({
    id: id<ContentId>(2),
    type: 'Event',
    title: 'A night on the Sea of Glass',
    event_scope: 'National',
    event_type: 'Offline',
    ...over,
  })

export const aDownloadFile = (over: Partial<DownloadFile> = {}): DownloadFile => ({
  id: id<DownloadFileId>(1),
  display_name: 'Character sheet',
  download_file_name: 'character-sheet.pdf',
  description: 'Two pages, A4.',
  image: null,
  ...over,
})

export const aDownloadCategory = (over: Partial<DownloadCategory> = {}): DownloadCategory => ({
  id: id<DownloadCategoryId>(1),
  title: 'Sheets',
  download_files: [aDownloadFile()],
  ...over,
})

export const aBasicRule = (over: Partial<BasicRuleEntry> = {}): BasicRuleEntry => ({
  id: id<RuleEntryId>(1),
  type: 'basic',
  title: 'The test',
  category: null,
  subcategory: null,
  image: null,
  nextId: null,
  ...over,
})

export const aQuickRule = (over: Partial<QuickRuleEntry> = {}): QuickRuleEntry => ({
  id: id<RuleEntryId>(2),
  type: 'quick',
  title: 'Two dice',
  quick_subcategory: null,
  image: null,
  nextId: null,
  ...over,
})

export const aGlossaryEntry = (over: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  id: id<GlossaryEntryId>(1),
  title: 'Lamp-moth',
  description: 'Drawn to unfinished sentences.',
  image: null,
  entry_type: id<GlossaryTypeId>(1),
  entry_type_detail: { name: 'Creature', icon: null },
  entry_subtype: null,
  entry_subtype_name: null,
  created_by: { username: 'archive', is_staff: true },
  pending: false,
  is_rejected: false,
  ...over,
})
