/** Links of one group that are open at the same time. */
export const INVITE_LINKS_MAX = 10
/** Groups that a member owns when creating another. Taking over a group from a leaving owner is not limited. */
export const GROUPS_OWNED_MAX = 200
/** Groups of a member, own ones included; the list of groups has no more. */
export const MEMBERSHIPS_MAX = 300
/** Members and open invites of one group together, so that every open invite can be accepted. */
export const GROUP_SIZE_MAX = 50
/** Pending invites of a member; the list of invites has no more. */
export const INVITES_RECEIVED_MAX = 200
/** Active mutes of a member; the list of mutes has no more. */
export const MUTES_MAX = 500
/** Notices of one group; the oldest are dropped. */
export const NOTICES_MAX = 5
export const NOTICE_DAYS = 30
