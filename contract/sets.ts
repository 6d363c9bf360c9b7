/* Closed sets of values on the wire. Schemas, types and database columns of both sides follow from them. */

export const ROLES = ['player', 'staff', 'superuser'] as const
export type Role = (typeof ROLES)[number]
/** Roles that may log in to the desk. */
export const DESK_ROLES = ['staff', 'superuser'] as const
export type StaffRole = (typeof DESK_ROLES)[number]
/**
 * Next step of the set-up of a second step at the desk. passkey: the account has one, and logs in with it; send: a code
 * must be mailed; code: the mailed code must be typed; app: the second step can be set up
 */
export const SET_UP_STEPS = ['passkey', 'send', 'code', 'app'] as const
export type SetUpStep = (typeof SET_UP_STEPS)[number]
/** registered: not activated yet */
export const ACCOUNT_STATES = ['registered', 'active', 'deactivated'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Who may register. approval: everyone, and the team decides; invite: who has an invite of a group or the team */
export const ADMISSIONS = ['open', 'approval', 'invite', 'closed'] as const
export type Admission = (typeof ADMISSIONS)[number]
/** States of a registration that the team decides about. unconfirmed: the mailed link was not opened yet */
export const APPLICATION_STATES = ['unconfirmed', 'waiting', 'admitted', 'declined'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/**
 * States of an invite to register. invited, reminded: open; came: the person has an account; refused: the person wants
 * no invites; ended: taken back or expired
 */
export const MEMBER_INVITE_STATES = ['invited', 'reminded', 'came', 'refused', 'ended'] as const
export type MemberInviteState = (typeof MEMBER_INVITE_STATES)[number]

/**
 * Results of the check of a row in a list of people to invite. twice: an earlier row has the address; member: it has an
 * account; refused: the person wants no invites; no_group: no group has the name, or several have it
 */
export const LIST_RESULTS = ['will_invite', 'no_address', 'twice', 'member', 'invited', 'refused', 'no_group'] as const
export type ListResult = (typeof LIST_RESULTS)[number]

export const CONTENT_KINDS = ['news', 'event'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]
/** unpublished: was public before; scheduled: appears by itself */
/** offered: a table that a member offers, or one whose leader is gone, waits for the staff */
export const CONTENT_STATES = ['draft', 'offered', 'scheduled', 'published', 'unpublished', 'cancelled'] as const
export type ContentState = (typeof CONTENT_STATES)[number]
export const EVENT_SCOPES = ['National', 'International'] as const
export const EVENT_TYPES = ['Online', 'Offline', 'Both'] as const
/**
 * Why publishing an article sends no email. told: members were notified before; over: the event has ended; table: its
 * event was announced
 */
export const SILENCES = ['told', 'over', 'table'] as const

/**
 * States of a member's registration. offered: a seat is reserved until the member confirms or declines it, or the offer
 * expires; cancelled: by the member, by the staff, or because an offer expired
 */
export const REGISTRATION_STATES = ['coming', 'waiting', 'offered', 'cancelled'] as const
export type RegistrationState = (typeof REGISTRATION_STATES)[number]

/** Recipients of an email from the staff. coming: members with a seat; everybody: the waiting list, too */
export const REGISTRATION_AUDIENCES = ['coming', 'everybody'] as const
export type RegistrationAudience = (typeof REGISTRATION_AUDIENCES)[number]

export const RULE_KINDS = ['basic', 'quick'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const ENTRY_STATES = ['pending', 'approved', 'rejected'] as const
export type EntryState = (typeof ENTRY_STATES)[number]
/** edited: approved with edits; changes: sent back with a request for changes */
export const DECISION_KINDS = ['edited', 'changes'] as const

/** Formats of a text. light: a subset of Markdown; plain: shown as typed */
export const TEXT_FORMATS = ['plain', 'light'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]
/** Sides of the cells of a column. */
export const TEXT_ALIGNMENTS = ['start', 'center', 'end'] as const
export type TextAlignment = (typeof TEXT_ALIGNMENTS)[number]
/** Kinds of boxes beside the text, as `> [!TIP]` names them. */
export const CALLOUTS = ['note', 'tip', 'warning'] as const
export type Callout = (typeof CALLOUTS)[number]
/** Kinds of targets of linked names. */
export const TERM_KINDS = ['glossary', 'rule'] as const
export type TermKind = (typeof TERM_KINDS)[number]
/** Kinds of rows whose texts have links. */
export const LINKED_KINDS = [...TERM_KINDS, 'content'] as const
export type LinkedKind = (typeof LINKED_KINDS)[number]

/**
 * What a change of a member's e-mail address by staff waits for. mailbox: the button behind a link in the former
 * mailbox; delay: seven days, within which it can be stopped
 */
export const EMAIL_WAYS = ['mailbox', 'delay'] as const
export type EmailWay = (typeof EMAIL_WAYS)[number]

export const NAME_CHANGE_STATES = ['pending', 'approved', 'refused'] as const
/** Reasons why a name is not free: an account has it, or had it less than `OLD_NAME_DAYS` ago. */
export const NAME_OBSTACLES = ['username_exists', 'name_kept'] as const
export type NameObstacle = (typeof NAME_OBSTACLES)[number]

/** Roles of a group's members, apart from its owner. co_owner: may invite and plan, too. */
export const MEMBER_ROLES = ['member', 'co_owner'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** Members who may plan in a group. owners: the owner and the co-owners */
export const PLANNERS = ['owners', 'members'] as const
export type Planners = (typeof PLANNERS)[number]
/** fixed: one of the options has become a session */
export const DATE_POLL_STATES = ['open', 'fixed', 'cancelled'] as const
export type DatePollState = (typeof DATE_POLL_STATES)[number]
/** Answers of a member to an option of a date poll. maybe: if need be */
export const DATE_ANSWERS = ['yes', 'maybe', 'no'] as const
export type DateAnswer = (typeof DATE_ANSWERS)[number]
/** Answers of a member to a date of a session. */
export const GAME_ANSWERS = ['coming', 'not_coming'] as const
export type GameAnswer = (typeof GAME_ANSWERS)[number]
/** Units of a repetition. month: on the same weekday of the month, such as the second Thursday */
export const REPEAT_UNITS = ['week', 'month'] as const
export type RepeatUnit = (typeof REPEAT_UNITS)[number]
/** Dates of a series that a change of one of them concerns. later: this one and those after it */
export const DATE_SCOPES = ['this', 'later', 'all'] as const
export type DateScope = (typeof DATE_SCOPES)[number]
/** Dates of a series of events that a change of one of them concerns. */
export const SERIES_SCOPES = ['this', 'later'] as const
/** Roles of the caller in a group. */
export const GROUP_ROLES = ['owner', ...MEMBER_ROLES] as const
export type GroupRole = (typeof GROUP_ROLES)[number]

/** Parts of the page of a group, as its log names them; earlier entries name `crest`, too. */
export const GROUP_PAGE_PARTS = ['purpose', 'note', 'talk_url'] as const
export type GroupPagePart = (typeof GROUP_PAGE_PARTS)[number]

/**
 * Kinds of entries in the log of a group. Each entry names its actor, and the member concerned if that is someone else.
 * renamed: by the team, which it does not name
 */
export const GROUP_LOG_KINDS = [
  'founded',
  'invited',
  'joined',
  'left',
  'removed',
  'owner_changed',
  'poll_made',
  'poll_changed',
  'poll_cancelled',
  'session_made',
  'session_moved',
  'session_cancelled',
  'recap_written',
  'session_restored',
  'co_owner_made',
  'co_owner_unmade',
  'page_changed',
  'link_made',
  'link_revoked',
  'invited_by_mail',
  'renamed',
  'team_invited',
  'opened',
  'opening_closed',
  'team_closed_opening',
  'team_changed_page',
  'hook_set',
  'hook_changed',
  'hook_removed',
  'hook_stopped',
  'hook_given_up',
] as const
export type GroupLogKind = (typeof GROUP_LOG_KINDS)[number]

/** Kinds of changes that are published to a member; `subject` is the id of the group, article or entry concerned. */
export const LIVE_KINDS = ['groups', 'group', 'invites', 'registration', 'entry', 'name_change'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/** stuck: the owner's account is deactivated */
export const GROUP_STATES = ['active', 'stuck'] as const
export const MESSAGE_STATES = ['unread', 'read'] as const
/** dead: given up after the last attempt */
export const MAIL_STATES = ['waiting', 'sent', 'dead'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** picture: JPEG or PNG; text: a picture for texts; file: anything; video: MP4; captions: WebVTT */
export const UPLOAD_PURPOSES = ['picture', 'text', 'file', 'video', 'webm', 'captions', 'import'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
export const TRANSFER_AREAS = ['rules', 'glossary', 'contents'] as const
export type TransferArea = (typeof TRANSFER_AREAS)[number]

/** Kinds of things that members report. picture: that of a glossary entry; group: the page of one; name: a username */
export const REPORT_KINDS = ['entry', 'picture', 'comment', 'recap', 'group', 'opening', 'name'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
export const REPORT_REASONS = ['insult', 'spam', 'sexual', 'illegal', 'private', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
/** silence: keeps from writing; bar: keeps from events; close: deactivates the account */
export const REPORT_ACTS = ['nothing', 'hide', 'edit', 'warn', 'silence', 'bar', 'close'] as const
export type ReportAct = (typeof REPORT_ACTS)[number]
export const CASE_STATES = ['open', 'appealed', 'decided'] as const
export type CaseState = (typeof CASE_STATES)[number]
export const RESTRICTION_KINDS = ['writing', 'events'] as const
export type RestrictionKind = (typeof RESTRICTION_KINDS)[number]

/** Resources of the desk whose rows wait for a person. */
/** contents: tables of events, offered by members or without a leader */
export const QUEUES = [
  'review',
  'applications',
  'reports',
  'name-changes',
  'contents',
  'messages',
  'outbox',
  'members',
] as const
export type Queue = (typeof QUEUES)[number]
/** Machine from which the desk is opened while no account may use it. here: that of the server */
export const ASKED_FROM = ['here', 'elsewhere'] as const
/** event: takes place; publication: an article appears on the site */
export const AGENDA_KINDS = ['event', 'publication'] as const

/**
 * Additions that the head of every page announces; behaviour 12.2 has what each name shows. None of them calls the API
 * before a click or a URL that needs it: the site's server writes the head, and the API may be another server's.
 */
export type PageFeature =
  | 'admission'
  | 'entry_lookup'
  | 'feeds'
  | 'formatting'
  | 'invite_look'
  | 'list_language'
  | 'list_link'
  | 'list_series'
  | 'month_view'
  | 'offline'
  | 'passkey_login'
  | 'resend_activation'
  | 'search'
  | 'term_links'
  | 'text_pictures'

/** Additions that the API itself announces: `features` of the profile. */
export const FEATURES = [
  'logout',
  'two_step',
  'passkeys',
  'sessions',
  'credentials',
  'security_log',
  'tokens',
  'my_data',
  'blocks',
  'notices',
  'planning',
  'polls',
  'group_page',
  'invite_links',
  'hooks',
  'openings',
  'calendar',
  'next',
  'live',
  'reports',
] as const
export type Feature = (typeof FEATURES)[number]

/** Events in the security log of a member. */
export const SECURITY_EVENTS = [
  'logged_in',
  'logged_in_new_browser',
  'login_failed',
  'code_failed',
  'desk_logged_in',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'email_change_undone',
  'email_change_by_staff',
  'email_change_stopped',
  'email_changed_by_staff',
  'activated_by_staff',
  'second_step_on',
  'second_step_off',
  'second_step_reset',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'reported_not_me',
  'export_requested',
  'export_downloaded',
  'deletion_requested',
  'deletion_withdrawn',
  'feed_added',
  'feed_revoked',
  'token_added',
  'token_revoked',
] as const
export type MemberSecurityEvent = (typeof SECURITY_EVENTS)[number]

/** States of a session or an event on the dashboard. cancelled: it does not take place */
export const NEXT_STATES = ['coming', 'not_coming', 'waiting', 'offered', 'unanswered', 'cancelled'] as const
export type NextState = (typeof NEXT_STATES)[number]

/** States of the archive with a member's data. none: never requested, or expired */
export const EXPORT_STATES = ['none', 'pending', 'ready', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]
