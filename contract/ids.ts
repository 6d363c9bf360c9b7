/** A number that the compiler keeps apart from other numbers: a group's id is not an invite's. An id of one noun may stand in its file. */
export type Id<Name extends string> = number & { readonly __id: Name }

/** One id space for people: `members[].id`, `member_id`, `new_owner_id` (ruling 5). */
export type MemberId = Id<'member'>
export type GroupId = Id<'group'>
export type InviteId = Id<'invite'>
export type DatePollId = Id<'date-poll'>
export type DateOptionId = Id<'date-option'>
export type GameSessionId = Id<'game-session'>
export type GameDateId = Id<'game-date'>
export type MuteId = Id<'mute'>
export type NoticeId = Id<'notice'>
export type GroupLogId = Id<'group-log'>
export type InviteLinkId = Id<'invite-link'>
export type NameChangeId = Id<'name-change'>
export type PasskeyId = Id<'passkey'>
/** News and events share one sequence (ruling 22). */
export type ContentId = Id<'content'>
export type EventKindId = Id<'event-kind'>
export type FeedId = Id<'feed'>
export type TokenId = Id<'token'>
export type RegistrationId = Id<'registration'>
export type DownloadCategoryId = Id<'download-category'>
export type DownloadFileId = Id<'download-file'>
export type RuleCategoryId = Id<'rule-category'>
export type RuleSubcategoryId = Id<'rule-subcategory'>
export type QuickSubcategoryId = Id<'quick-subcategory'>
/** Basic and quick entries share one sequence (ruling 23). */
export type RuleEntryId = Id<'rule-entry'>
export type RuleSubEntryId = Id<'rule-sub-entry'>
export type GlossaryTypeId = Id<'glossary-type'>
export type GlossarySubtypeId = Id<'glossary-subtype'>
export type GlossaryEntryId = Id<'glossary-entry'>
