/** Characters of single-line inputs, passwords included (behaviour 9.2; ruling 42). */
export const TEXT_MAX = 400
/** Characters of multi-line fields, which have no limit in the forms; this one protects the server (ruling 42). */
export const LONG_TEXT_MAX = 20_000
/** Characters of glossary names and sub-titles (behaviour 9.2). */
export const GLOSSARY_TITLE_MAX = 100
/** Sub-entries of one glossary entry in one call; far above what the form is used for. */
export const SUB_ENTRIES_MAX = 50
/** UTF-16 units of all sub-entries of one glossary entry together: some forty pages. */
export const ENTRY_TEXT_MAX = 100_000
/** Entries of one member under review at a time. */
export const PENDING_ENTRIES_MAX = 100
export const PASSWORD_MIN = 8

/** Largest id that both databases and JSON carry without loss in an `integer` column. */
export const ID_MAX = 2_147_483_647

/** One line with a visible character: no line break, no bidirectional embedding, override or isolate. */
export const LINE_PATTERN =
  '^(?=.*[^\\s\\u2800\\p{C}\\p{Default_Ignorable_Code_Point}])[^\\n\\r\\u202a-\\u202e\\u2066-\\u2069]+$'
/** Something@something.tld: a plain pattern for both screens (ruling 59). */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'
/** Register: 8 characters with upper, lower, digit and any special character (behaviour 5.1). */
export const REGISTER_PASSWORD_PATTERN =
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9\\s]).{8,}$'
/** Reset: only letters, digits, @ ! &, at least one of each class (behaviour 5.2; ruling 41). */
export const RESET_PASSWORD_PATTERN =
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[@!&])[A-Za-z0-9@!&]{8,}$'

export const MUTE_LEVELS = ['none', '2w', '1m'] as const
/** Days of each mute (ruling 7). */
export const MUTE_DAYS = { '2w': 14, '1m': 30 } as const

export const GLOSSARY_SORTS = ['Newest First', 'Oldest First', 'Alphabetical'] as const
/** The value of a filter that does not filter (behaviour 7.6, 9.4). */
export const ANY = 'Any'

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const
/** Generous, because a failed creation is silent (ruling 39). */
export const IMAGE_BYTES_MAX = 15 * 1024 * 1024

/** Cards at first and per Show More (behaviour 9.4). */
export const NEWS_PAGE = 4
export const LATEST_MAX = 3
export const MORE_ARTICLES_MAX = 3
export const GLOSSARY_PAGE = 10
export const RELATED_MAX = 3
export const SEARCH_DEBOUNCE_MS = 500
export const TOAST_MS = 5000
/** Share of its width that a toast must be dragged to be dismissed (behaviour 9.1). */
export const TOAST_DRAG_SHARE = 0.8
export const BOUNCE_MS = 100
export const CONSENT_COOKIE = 'Discordia-consent-cookie'
/** The spelling under which earlier versions stored consent; cookie names are case-sensitive. */
export const EARLIER_CONSENT_COOKIE = 'discordia-consent-cookie'
/** As specified: browsers cap a cookie's lifetime at 400 days (ruling 50). */
export const CONSENT_DAYS = 750

/** Rows of an unpaged list; a longer one ends with a `Link` header. */
export const UNPAGED_MAX = 5000
/** Largest `limit` of a paged list, and the cap of the announced total. */
export const PAGE_LIMIT_MAX = 100
export const TOTAL_CAP = 1000

/** Groups that a member owns when creating another. Ownership passed on by leaving is not refused. */
export const GROUPS_OWNED_MAX = 200
/** Groups of a member, own ones included; the list of groups has no more. */
export const MEMBERSHIPS_MAX = 300
/** Members and open invites of one group together, so that every open invite can be accepted. */
export const GROUP_SIZE_MAX = 50
/** Pending invites of a member; the list of invites has no more. */
export const INVITES_RECEIVED_MAX = 200
/** Active mutes of a member; the list of mutes has no more. */
export const MUTES_MAX = 500
export const NOTICE_KINDS = ['accepted', 'rejected', 'left', 'owner_left'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
/** Notices of one group; the oldest are dropped. */
export const NOTICES_MAX = 5
export const NOTICE_DAYS = 30
/** Changes by a member in a minute, over all calls; expensive calls have lower limits of their own. */
export const WRITES_PER_MINUTE = 120
/** How often a member makes one call that reads in a minute, in each process. */
export const READS_PER_MINUTE = 240

/** Ends a URL of the site behind a mailed page that has ended every session: the tokens of this browser are worth nothing. */
export const SESSIONS_ENDED_HASH = '#sessions-ended'
