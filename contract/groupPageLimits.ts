/* Of the page of a group; apart from limits.ts, which every page of the site loads. */

/** Characters of what a group is about, and of the note that is pinned for its members. */
export const PURPOSE_MAX = 2000
export const NOTE_MAX = 2000
/** Characters of the URL of the place where the members talk. */
export const TALK_URL_MAX = 500
export const CO_OWNERS_MAX = 5
/** Rows that the log of a group keeps; the oldest are deleted. */
export const LOG_MAX = 500
export const LOG_PAGE = 20

/** Links of one group that are open at the same time. */
export const INVITE_LINKS_MAX = 10
export const LINK_DAYS_MAX = 30
export const LINK_USES_MAX = 50
/** Invites by mail of one group that are open at the same time, and for how long they are good. */
export const MAIL_INVITES_MAX = 20
export const MAIL_INVITE_DAYS = 14
/** Invites that are mailed to one address on one day (UTC), by all groups together. */
export const INVITE_MAILS_A_DAY = 3
/** Characters that are accepted as the secret of a link, which has 43. */
export const LINK_SECRET_MAX = 100
/** The secret is in the fragment of the URL, which no server ever sees. */
export const LINK_HASH = '#invite='

/** Attribute of the link in the head that announces the look at an invite link. */
export const LOOK_MARK = 'data-invite-look'

export const SUGGESTIONS_MAX = 8
