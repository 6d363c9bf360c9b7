/** Single-line inputs, passwords included (behaviour 5, 9; ruling 42). Characters. */
export const TEXT_MAX = 400
/** Multi-line fields have no limit in the specification; this one protects the server. Characters. */
export const LONG_TEXT_MAX = 20_000
/** Glossary names and sub-titles (behaviour 5, 9). Characters. */
export const GLOSSARY_TITLE_MAX = 100
/** Sub-entries of one glossary entry in one call; far above what the form is used for. */
export const SUB_ENTRIES_MAX = 50
/** Contents of all sub-entries of one glossary entry together: some forty pages. UTF-16 units, as fields count. */
export const ENTRY_TEXT_MAX = 100_000
/** Entries of one member that may wait for a review at a time. */
export const PENDING_ENTRIES_MAX = 100
/** behaviour 5, 9. Characters. */
export const PASSWORD_MIN = 8

/** Largest id that both databases and JSON carry without loss in an `integer` column. */
export const ID_MAX = 2_147_483_647

/**
 * One line that shows something: no line break, none of the characters that turn the direction of the text after
 * them (bidirectional embeddings, overrides and isolates), and not only blank or invisible ones.
 */
export const LINE_PATTERN =
  '^(?=.*[^\\s\\u2800\\p{C}\\p{Default_Ignorable_Code_Point}])[^\\n\\r\\u202a-\\u202e\\u2066-\\u2069]+$'
/** Something@something.tld: a plain pattern for both screens (ruling 59). */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'
/** Register: 8 characters with upper, lower, digit and any special sign (behaviour 5). */
export const REGISTER_PASSWORD_PATTERN =
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9\\s]).{8,}$'
/** Reset: only letters, digits, @ ! &, at least one of each class (behaviour 5; ruling 41). */
export const RESET_PASSWORD_PATTERN =
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[@!&])[A-Za-z0-9@!&]{8,}$'

export const MUTE_LEVELS = ['none', '2w', '1m'] as const
/** Days of each mute (ruling 7). */
export const MUTE_DAYS = { '2w': 14, '1m': 30 } as const

export const GLOSSARY_SORTS = ['Newest First', 'Oldest First', 'Alphabetical'] as const
/** The value of a filter that does not filter (behaviour 7, 9). */
export const ANY = 'Any'

/** Allowed image types of a glossary entry (behaviour 5, 9). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const
/** Bytes of one uploaded image. Generous, because a failed creation is silent (ruling 39). */
export const IMAGE_BYTES_MAX = 15 * 1024 * 1024

/** News page: cards at first and per Show More; landing and "more articles" (behaviour 9). */
export const NEWS_PAGE = 4
export const LATEST_MAX = 3
export const MORE_ARTICLES_MAX = 3
/** Glossary page: cards at first and per Show More (behaviour 9). */
export const GLOSSARY_PAGE = 10
/** Related rule entries (behaviour 9). */
export const RELATED_MAX = 3
/** Search and filter requests wait this long for the next key (behaviour 7, 9). Milliseconds. */
export const SEARCH_DEBOUNCE_MS = 500
/** Toasts close by themselves after this time (behaviour 9). Milliseconds. */
export const TOAST_MS = 5000
/** Share of its width that a toast must be dragged to be dismissed (behaviour 9). */
export const TOAST_DRAG_SHARE = 0.8
/** A static dialog bounces this long (behaviour 9). Milliseconds. */
export const BOUNCE_MS = 100
/** The consent cookie's lifetime as specified; browsers cap it at 400 (behaviour 9; ruling 50). Days. */
export const CONSENT_DAYS = 750

/** Rows of an unpaged list before the server ends it with a `Link` header. */
export const UNPAGED_MAX = 5000
/** Largest `limit` of a paged list, and the cap of the announced total. */
export const PAGE_LIMIT_MAX = 100
export const TOTAL_CAP = 1000

/** Groups that one member may own when founding another. Ownership that passes on by leaving is not refused. */
export const GROUPS_OWNED_MAX = 200
/** Groups that one member may be in, own ones included; the list of groups shows no more. */
export const MEMBERSHIPS_MAX = 300
/** Members and open invites of one group together, so that every open invite can be accepted. */
export const GROUP_SIZE_MAX = 50
/** Open invites that may wait for one member; the list of invites shows no more. */
export const INVITES_RECEIVED_MAX = 200
/** People that one member may have muted at a time; the list of mutes shows no more. */
export const MUTES_MAX = 500
/** What the owner of a group is told until it is dismissed. */
export const NOTICE_KINDS = ['accepted', 'rejected', 'left', 'owner_left'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
/** Notices of one group; the oldest give way. */
export const NOTICES_MAX = 5
/** A notice that nobody has dismissed ends by itself. Days. */
export const NOTICE_DAYS = 30
/** Changes that one member may make in one minute, over all calls; expensive calls have tighter limits of their own. */
export const WRITES_PER_MINUTE = 120
