// Written by `npm run build:tables` from the migrations and tables.yaml.
import type { Generated } from 'kysely'
import type { BlockId } from '#contract/blocks.ts'
import type { NoticeKind } from '#contract/groups.ts'
import type { HookKind } from '#contract/hooks.ts'
import type { ContentId, DateOptionId, DatePollId, DownloadCategoryId, DownloadFileId, EventKindId, FeedId, GameDateId, GameSessionId, GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, GroupId, GroupLogId, Id, InviteId, InviteLinkId, MemberId, MuteId, NameChangeId, NoticeId, PasskeyId, QuickSubcategoryId, RegistrationId, RuleCategoryId, RuleEntryId, RuleSubEntryId, RuleSubcategoryId, TokenId } from '#contract/ids.ts'
import type { JoinAnswer, JoinRequestId, OpeningId, OpeningMode } from '#contract/openings.ts'
import type { Admission, ContentKind, DateAnswer, DatePollState, EmailWay, GameAnswer, GroupLogKind, LinkedKind, LiveKind, MemberRole, MemberSecurityEvent, Planners, RegistrationState, ReportAct, ReportKind, ReportReason, RestrictionKind, Role, RuleKind, TermKind, TextFormat, TransferArea, UploadPurpose } from '#contract/sets.ts'
import type { KitSource } from '#contract/siteKit.ts'
import type { SourceFormat } from '#contract/transfer.ts'

/** Every table after the migrations. Times: epoch milliseconds, UTC. */
export interface DB {
  access_tokens: {
    id: Generated<TokenId>
    user_id: MemberId
    name: string
    secret_hash: string
    token_version: number
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
  /** Mailed links. Only the hash is stored; the link itself is in the mail alone. */
  account_links: {
    id: Generated<number>
    hash: string
    purpose: 'activation' | 'password_reset' | 'not_me' | 'approve_email' | 'stop_email'
    user_id: MemberId
    created_at: number
    expires_at: number | null
    used_at: number | null
    /** JSON: changes that a "that was not me" link undoes besides ending the sessions, or the change of an address that the link is about. */
    data: string | null
    /** Key of the address that it was mailed to: the link works while the account has it. Null in rows of an older release, and for an address that the account does not have. */
    email_key: string | null
  }
  admissions: {
    name: 'site'
    mode: Admission
    refused_domains: string
  }
  /** Progress of the mails about an article. A finished row prevents another announcement. */
  announcements: {
    content_id: ContentId
    started_at: number
    finished_at: number | null
    /** Mails to every member up to this one are enqueued. */
    last_user_id: Generated<number>
    /** Time by which all members who were notified of the event were notified of its cancellation. */
    cancellation_finished_at: number | null
    cancellation_last_user_id: Generated<number>
    moves_last_user_id: Generated<number>
    /** The same for its last move. A new move makes it null. */
    moves_finished_at: number | null
  }
  applications: {
    id: Generated<number>
    user_id: MemberId
    line: string
    invite: string | null
    created_at: number
    confirmed_at: number | null
    admitted: number | null
    reason: string | null
    decided_at: number | null
    decided_by: MemberId | null
  }
  /** Changes made at the desk. Append-only: triggers refuse every change but blanking; see `blankAudit`. */
  audit_log: {
    id: Generated<number>
    at: number
    /** Null for the command line. */
    actor_id: MemberId | null
    actor_name: string
    resource: string
    action: string
    record: string | null
    /** JSON. */
    before: string | null
    after: string | null
  }
  blocked_senders: {
    /** `emailKey` of an e-mail address, or `@` and a domain. */
    sender: string
    reason: string | null
    created_at: number
  }
  /** `user_id` has blocked `blocked_id`, who never learns of it. */
  blocks: {
    id: Generated<BlockId>
    user_id: MemberId
    blocked_id: MemberId
    created_at: number
  }
  /** One per device of a member; deleted when it is revoked. */
  calendar_feeds: {
    id: Generated<FeedId>
    user_id: MemberId
    name: string
    /** Hash of the secret in the URL. */
    secret_hash: string
    created_at: number
    /** Written at most once an hour. */
    last_used_at: number | null
    alarm: number | null
  }
  conduct_acceptances: {
    user_id: MemberId
    version: number
    accepted_at: number
  }
  contact_messages: {
    id: Generated<number>
    name: string
    email: string
    subject: string
    message: string
    created_at: number
    read_at: number | null
    /** That the sender read the site in: two letters. Null: the main language, or the only one. */
    language: string | null
  }
  /** News and events in one table: one id sequence, so that an id names one item only (ruling 22). */
  contents: {
    id: Generated<ContentId>
    kind: ContentKind
    /** Stays the same for calendars and feed readers, whatever else changes. */
    uid: string
    title: string
    short_description: string
    description: string
    /** JSON of `StoredPicture`. */
    picture: string | null
    /** The next five belong to events, which always have both times, scope and type. */
    starts_at: number | null
    ends_at: number | null
    location: string | null
    event_scope: 'National' | 'International' | null
    event_type: 'Online' | 'Offline' | 'Both' | null
    created_at: number
    updated_at: number
    /** Grows with every change; calendars compare it. */
    sequence: Generated<number>
    /** Null: a draft. In the future: appears by itself. */
    publish_at: number | null
    unpublished_at: number | null
    /** A cancelled event stays in the list of events until its end, marked, and in the calendar feed. */
    cancelled_at: number | null
    /** Seats of an event with registration; null: none is offered, and the next four are null. */
    seats: number | null
    /** People on the waiting list at most; 0: there is none. */
    waiting_max: number | null
    /** Null: until the event begins. */
    registration_closes_at: number | null
    /** Hours that a member who moves up has to take the seat. */
    confirm_hours: number | null
    /** JSON: the questions of the registration. */
    questions: string | null
    /** Format of all texts of the row. */
    format: Generated<TextFormat>
    /** Read and written by the version before. */
    open_to: string | null
    /** Time at which an upgrade opened the event to everybody; null once the staff have looked at it. */
    opened_at: number | null
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
    /** Two letters; null: the main language of the site. */
    language: string | null
    /** Rows of the same table and value are translations of one another, at most one of each language. */
    translation_group: string | null
    title_key: Generated<string>
    /** Texts as searches compare them; see `searchedColumns`. Empty in rows of a version before 0069. */
    search_text: Generated<string>
    series_id: number | null
    part_id: number | null
    planned_at: number | null
    is_own: Generated<number>
    event_kind_id: EventKindId | null
    /** How to get into the place of an event. */
    access: string | null
    /** Companions that each person may bring; null: none. */
    companions_max: number | null
    /** 1 if the names of companions are asked. */
    companion_names: Generated<number>
    slots: string | null
    takes_offers: Generated<number>
    parent_id: ContentId | null
    slot: number | null
    table_facts: string | null
    led_by: MemberId | null
    leader_told: string | null
    waits_since: number | null
    guests: Generated<number>
  }
  /** The archive with a member's data: requested, made by a worker, downloaded for a day. */
  data_exports: {
    id: Generated<number>
    user_id: MemberId
    requested_at: number
    attempts: Generated<number>
    /** End of the claim by a worker; then another one may claim the row. */
    claimed_until: number | null
    /** Given up after the last attempt. */
    failed_at: number | null
    ready_at: number | null
    expires_at: number | null
    /** Key of the bytes in the file store. */
    file_key: string | null
    /** Bytes. */
    size: number | null
    /** Hash of the secret in the link for one download. */
    ticket_hash: string | null
    ticket_expires_at: number | null
  }
  /** `(group_id, user_id)` refers to a membership, with which the answer is deleted. */
  date_answers: {
    option_id: DateOptionId
    group_id: GroupId
    user_id: MemberId
    answer: DateAnswer
    updated_at: number
  }
  /** Members whose attendance was corrected, and members who have left since. Of all others the answer to the date counts, which is deleted with the membership. */
  date_attendance: {
    id: Generated<Id<'attendance'>>
    date_id: GameDateId
    /** Null: the account was deleted. */
    user_id: MemberId | null
    /** 1 or 0. */
    came: number
    updated_at: number
  }
  /** `(group_id, user_id)` refers to a membership, with which the comment is deleted. */
  date_comments: {
    poll_id: DatePollId
    group_id: GroupId
    user_id: MemberId
    text: string
    updated_at: number
  }
  date_options: {
    id: Generated<DateOptionId>
    poll_id: DatePollId
    starts_at: number
    ends_at: number
  }
  date_polls: {
    id: Generated<DatePollId>
    group_id: GroupId
    /** Null: the account was deleted. */
    made_by: MemberId | null
    title: string
    notes: string
    /** IANA name of the zone of the member who asks. */
    time_zone: string
    /** `fixed`: one of the options has become a session, which refers to the poll until it is deleted. */
    state: DatePollState
    created_at: number
    updated_at: number
    /** Answers are taken until then; null: until the poll is fixed or cancelled. */
    closes_at: number | null
    /** The members who have not answered are reminded then; null: no reminder is to be sent. */
    remind_at: number | null
    /** The mail about the poll waits until then; null: none waits. */
    announce_at: number | null
    /** The mail about it was enqueued. */
    announced_at: number | null
    /** Incremented by every change of the options. */
    sequence: Generated<number>
  }
  /** No row until something is written; an emptied recap stays for its version. */
  date_recaps: {
    date_id: GameDateId
    text: string
    /** The words of the text, folded. */
    search_text: string
    /** Grows with each change. */
    version: number
    /** The last writer; null: the account was deleted. */
    written_by: MemberId | null
    written_at: number
  }
  /** Only the hash of the cookie's secret is stored. */
  desk_sessions: {
    id: Generated<number>
    hash: string
    /** Not a secret to its owner: the desk's pages send it back in a header. */
    csrf: string
    user_id: MemberId
    /** Token version of the account at the login: a new password ends the session. */
    token_version: number
    created_at: number
    expires_at: number
    /** The account has no second step: only its set-up is allowed. Null in every other session. */
    needs_second_factor_since: number | null
    /** Keyed hash of the mailed code; null until its mail is written. */
    mail_code: string | null
    /** Null: no code was requested. */
    mail_code_expires_at: number | null
    mail_code_tries: number | null
    /** The mailed code was right: the second step may be set up. */
    mail_confirmed_at: number | null
  }
  /** A file that was sent and belongs to no record yet. */
  desk_uploads: {
    id: string
    purpose: UploadPurpose
    name: string
    media_type: string
    /** Bytes. */
    size: number
    /** SHA-256, hexadecimal. */
    digest: string
    /** Key of the bytes in the file store. */
    file_key: string
    /** JSON of `StoredPicture`. */
    picture: string | null
    created_by: MemberId
    created_at: number
  }
  download_categories: {
    id: Generated<DownloadCategoryId>
    title: string
    position: number
    created_at: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  download_files: {
    id: Generated<DownloadFileId>
    category_id: DownloadCategoryId
    position: number
    display_name: string
    /** The name under which browsers save it. */
    download_file_name: string
    description: string | null
    /** JSON of `StoredPicture`. */
    picture: string | null
    /** Key of the bytes in the file store. */
    file_key: string
    media_type: string
    /** Bytes. */
    size: number
    digest: string
    created_at: number
    updated_at: number
    /** Null: the site shows the file. */
    withdrawn_at: number | null
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
    title_key: Generated<string>
    /** Texts as searches compare them; see `searchedColumns`. Empty in rows of a version before 0069. */
    search_text: Generated<string>
  }
  email_changes: {
    id: Generated<number>
    user_id: MemberId
    old_email: string
    old_email_key: string
    new_email: string
    new_email_key: string
    /** Hash of the secret that is mailed to the new e-mail address; null until the mail is written. */
    confirm_hash: string | null
    /** Hash of the secret that is mailed to the old one after the confirmation. */
    undo_hash: string | null
    requested_at: number
    /** Deadline of the confirmation, then of the undo. */
    expires_at: number
    confirmed_at: number | null
    undone_at: number | null
    /** Session of the request; null in rows of an older release. */
    family: string | null
    /** What a change by staff waits for; null for those of members. */
    way: EmailWay | null
    /** Noted by staff. */
    reason: string | null
    /** When a change by staff takes effect; null for those that wait for a mailed link. */
    due_at: number | null
  }
  event_kinds: {
    id: Generated<EventKindId>
    name: string
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  /** What events were before each change of their time, place or mode. */
  event_moves: {
    id: Generated<number>
    content_id: ContentId
    /** `updated_at` of the event after the change. */
    moved_at: number
    starts_at: number | null
    ends_at: number | null
    location: string | null
    event_type: 'Online' | 'Offline' | 'Both' | null
  }
  event_series: {
    id: Generated<number>
    uid: string
    rule: string
    time_zone: string
    starts_at: number
    last_at: number
    extend_at: number | null
    announced_id: ContentId | null
    sequence: Generated<number>
    created_at: number
    updated_at: number
  }
  /** `(group_id, user_id)` refers to a membership, with which the answer is deleted. */
  game_answers: {
    date_id: GameDateId
    group_id: GroupId
    user_id: MemberId
    answer: GameAnswer
    updated_at: number
  }
  game_dates: {
    id: Generated<GameDateId>
    session_id: GameSessionId
    /** The start by the rule of the session, which stays the same when the date is moved: RECURRENCE-ID. */
    planned_at: number
    starts_at: number
    ends_at: number
    cancelled_at: number | null
    reminded_at: number | null
    /** Group of the session. A trigger sets it, because servers of an earlier version insert dates without it. */
    session_group_id: GroupId | null
    /** Null: that of the session, as for the other texts. */
    title: string | null
    place: string | null
    link: string | null
    notes: string | null
    /** A member of the group: a trigger removes those who leave. */
    host_id: MemberId | null
  }
  game_sessions: {
    id: Generated<GameSessionId>
    group_id: GroupId
    poll_id: DatePollId | null
    made_by: MemberId | null
    uid: string
    /** Incremented by every change that members are notified of. */
    sequence: Generated<number>
    title: string
    /** IANA name; `rule` is expanded in it. */
    time_zone: string
    /** RRULE of RFC 5545 without the name of the property; null: the session has one date. */
    rule: string | null
    /** Texts of all dates that have none of their own, `title` included. */
    place: string
    link: string
    notes: string
    /** All dates are cancelled. */
    cancelled_at: number | null
    created_at: number
    /** Time of the last change with a mail. */
    updated_at: number
    /** When the next dates of a series without an end are added; null: the series has an end. */
    extend_at: number | null
    /** Milliseconds of those dates. */
    date_length: number | null
    /** When its calendar entries last changed without one: another host, further dates. */
    stamped_at: number | null
  }
  /** Pending until one of `approved_at` and `rejected_at` is set. Triggers update the search tables of SQLite. */
  glossary_entries: {
    id: Generated<GlossaryEntryId>
    title: string
    /** Empty for entries made by users (ruling 36). */
    description: string
    /** JSON of `StoredPicture`. */
    picture: string | null
    type_id: GlossaryTypeId
    /** One of the type's. */
    subtype_id: GlossarySubtypeId | null
    created_by: MemberId
    created_at: number
    updated_at: number
    approved_at: number | null
    rejected_at: number | null
    rejection_reason: string | null
    /** `titleKey` of the title. */
    title_key: string
    /** `titledText` of title, description, and titles and contents of the sub-entries. */
    search_text: string
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
    /** Search text until the approval, for the author alone and without an index; then null. */
    pending_text: string | null
    /** Format of all texts of the row. */
    format: Generated<TextFormat>
    /** JSON: other names of an entry, for links from texts. */
    aliases: Generated<string>
    /** Two letters; null: the main language of the site. */
    language: string | null
  }
  /** The reviewer of an entry, and the last decision. An entry without either has no row. */
  glossary_reviews: {
    entry_id: GlossaryEntryId
    claimed_by: MemberId | null
    claimed_until: number | null
    decided_by: MemberId | null
    decided_at: number | null
    /** Null for a plain approval or rejection. */
    decided_how: 'edited' | 'changes' | null
    /** JSON of `EntryTexts`: what the author had sent, where it was approved with edits. */
    author_version: string | null
  }
  glossary_sub_entries: {
    id: Generated<number>
    entry_id: GlossaryEntryId
    position: number
    title: string
    /** May be empty in rules: the page has a text for that (behaviour 2.11). */
    content: string
    /** 0: a section of the entry; 1: a section within the one before, and so on. */
    level: Generated<number>
  }
  glossary_subtypes: {
    id: Generated<GlossarySubtypeId>
    type_id: GlossaryTypeId
    name: string
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  glossary_types: {
    id: Generated<GlossaryTypeId>
    name: string
    /** Name of a drawing that the site has. */
    icon: string | null
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  /** `actor_id` did it, to `subject_id` where that is another member; null for accounts that are gone, and for the team. */
  group_log: {
    id: Generated<GroupLogId>
    group_id: GroupId
    actor_id: MemberId | null
    subject_id: MemberId | null
    kind: GroupLogKind
    /** Further value of the kind, such as a name. */
    detail: string | null
    created_at: number
  }
  /** News for the owner of a group: `user_id` has accepted or rejected an invite, or left. */
  group_notices: {
    id: Generated<NoticeId>
    group_id: GroupId
    /** The owner at that time, or the one who became it by this. */
    owner_id: MemberId
    user_id: MemberId
    kind: NoticeKind
    created_at: number
  }
  /** Groups that look for players. A group without a row does not. */
  group_openings: {
    id: Generated<OpeningId>
    group_id: GroupId
    plays: string
    /** Codes with a comma before and after each, such as `,de,en,`. */
    languages: string
    mode: OpeningMode
    place: string
    rhythm: string
    /** 1: beginners are welcome. */
    beginners: number
    content_notes: string
    /** Members and open invites together at which no place is free. */
    size: number
    /** The name of the group and the texts, folded. */
    search_text: string
    /** Grows with each change. */
    version: number
    created_at: number
    updated_at: number
  }
  /** No row until something is written. */
  group_pages: {
    group_id: GroupId
    purpose: string
    note: string
    talk_url: string | null
    /** Number of a variation, as text, that an owner chose in an earlier version. */
    crest: string | null
    /** Grows with each change. */
    version: number
    updated_at: number
  }
  /** Removed members: a link does not bring them back until they are invited and join again. */
  group_removals: {
    group_id: GroupId
    user_id: MemberId
    created_at: number
  }
  /** What the staff have switched off, by name. */
  group_switches: {
    name: string
    off_at: number
  }
  /** `(id, owner_id)` refers to a membership: a group without an owner among its members cannot be committed. */
  groups: {
    id: Generated<GroupId>
    name: string
    owner_id: MemberId
    created_at: number
    planners: Generated<Planners>
  }
  guest_marks: {
    mark: string
    expires_at: number | null
  }
  /** The message about each thing, which is edited in place. */
  hook_messages: {
    hook_id: number
    /** Such as `poll:12`. */
    thing: string
    /** Digest of what it says. */
    sent: string
    /** What the other side calls it. */
    remote_id: string | null
    /** Id of the delivery whose outcome is not known: it is repeated. Null: taken. */
    delivery: string | null
  }
  /** Chats to which the site, or a group, sends messages. */
  hooks: {
    id: Generated<number>
    /** `news` and `events` of the site, `group:<id>` of a group. */
    name: string
    group_id: GroupId | null
    set_by: MemberId | null
    kind: HookKind
    host: string
    /** Encrypted JSON: address, token and room. */
    target: string
    shows_details: number
    created_at: number
    /** A worker that has claimed it, and died, has lost it then. Null: given up. */
    next_attempt_at: number | null
    attempts: number
    failing_since: number | null
    last_error: string | null
  }
  /** What people last decided about files of another program. */
  import_mappings: {
    area: TransferArea
    /** The program that has written the files. */
    format: SourceFormat
    /** JSON of `ImportMapping`. */
    mapping: string
  }
  /** The rows that an import has added or changed; deleted when it cannot be undone any more. */
  import_rows: {
    import_id: number
    table_name: 'rule_categories' | 'rule_subcategories' | 'quick_subcategories' | 'rule_entries' | 'glossary_types' | 'glossary_subtypes' | 'glossary_entries' | 'contents' | 'event_kinds'
    row_id: number
    /** JSON of `RowState`; null for an added row. */
    before: string | null
    /** `digestOf` the row after the import. */
    after: string
    /** An earlier version kept the key of a replaced download here. */
    file_key: string | null
  }
  imports: {
    id: Generated<number>
    area: TransferArea
    name: string
    /** Null for the command line, and after the account is gone. */
    created_by: MemberId | null
    created_at: number
    added: number
    changed: number
    undone_at: number | null
  }
  /** Each person uses a link once. */
  invite_link_uses: {
    link_id: InviteLinkId
    user_id: MemberId
    created_at: number
  }
  /** Open links only; a member who leaves takes along the links that they created. */
  invite_links: {
    id: Generated<InviteLinkId>
    group_id: GroupId
    created_by: MemberId
    secret_hash: string
    uses: number
    uses_left: number
    expires_at: number
    created_at: number
    /** Address of an invite by mail that is not used yet. */
    email: string | null
    registered: Generated<number>
  }
  /** Open ones only: an invite is deleted when it is accepted, rejected or cancelled. */
  invites: {
    id: Generated<InviteId>
    group_id: GroupId
    target_user_id: MemberId
    invited_by: MemberId
    created_at: number
  }
  /** A member has at most one open request to a group. */
  join_requests: {
    id: Generated<JoinRequestId>
    group_id: GroupId
    user_id: MemberId
    message: string
    answer: JoinAnswer | 'withdrawn'
    sentence: string
    created_at: number
    answered_at: number | null
  }
  /** A browser that the account was used with; a login with another one sends a mail. */
  known_browsers: {
    /** Keyed digest. */
    digest: string
    user_id: MemberId
    last_used_at: number
  }
  /** A network that the account was used from; see `modules/account/signIn.ts`. */
  known_networks: {
    /** Keyed digest of e-mail address and network: no IP address is stored. */
    digest: string
    user_id: MemberId
    last_used_at: number
  }
  linked_terms: {
    /** Folded, as texts are searched for it. */
    term_key: string
    kind: TermKind
    target: number
  }
  linked_texts: {
    kind: LinkedKind
    owner: number
    /** `updated_at` of the owner when its texts were read; -1: a name in them has changed since. */
    stamp: number
    /** JSON: trees by `hashOf` the text. Texts without formatting and links have none. */
    trees: string
  }
  linking_state: {
    name: string
    /** Id of the process that links; null at first. */
    claimant: string | null
    claimed_until: number
    /** Grows with every change of `linked_terms`. */
    version: number
  }
  /** Changes for event streams, deleted after a while: a client that returns later refetches everything. */
  live_events: {
    id: Generated<number>
    user_id: MemberId
    kind: LiveKind
    /** Id of the changed thing; null where the kind says it all. */
    subject_id: number | null
    created_at: number
  }
  /** A stored file that no row refers to; see `db/looseFiles.ts`. */
  loose_files: {
    key: string
    /** JSON of `StoredPicture`. */
    picture: string | null
    /** Null: a row referred to it before. */
    announced_at: number | null
  }
  /** Invites to register, which staff have mailed by a list. Address, name and digest are null after the answer. */
  member_invites: {
    id: Generated<number>
    email: string | null
    email_key: string | null
    /** See `addressTokens`. */
    digest: string | null
    name: string | null
    group_id: GroupId | null
    invited_by: MemberId | null
    created_at: number
    expires_at: number
    reminded_at: number | null
    answer: 'came' | 'refused' | 'taken_back' | null
    answered_at: number | null
    user_id: MemberId | null
  }
  memberships: {
    group_id: GroupId
    user_id: MemberId
    joined_at: number
    /** Meaningless for the owner. */
    role: Generated<MemberRole>
    /** IANA name of the zone that the member last planned or answered in. */
    time_zone: string | null
  }
  /** An answer of the staff; the outbox key of its mail is `contact-answer:<id>`. */
  message_answers: {
    id: Generated<number>
    message_id: number
    text: string
    answered_by: MemberId
    answered_at: number
  }
  /** `user_id` gets no invites from `muted_user_id` before `until`. */
  mutes: {
    id: Generated<MuteId>
    user_id: MemberId
    muted_user_id: MemberId
    created_at: number
    until: number
  }
  /** Pending until one of the two decisions; at most one is pending for each member. */
  name_changes: {
    id: Generated<NameChangeId>
    user_id: MemberId
    new_name: string
    reason: string
    created_at: number
    approved_at: number | null
    refused_at: number | null
    decided_by: MemberId | null
    /** The reason that the member gets. */
    answer: string | null
  }
  /** Former names; not free for others before `free_at`. */
  old_usernames: {
    id: Generated<number>
    user_id: MemberId
    username: string
    username_key: string
    given_up_at: number
    free_at: number
  }
  /** One row for each member, replaced by every save. */
  order_details: {
    user_id: MemberId
    first_name: string
    last_name: string
    email: string
    phone_number: string
    /** ISO 3166-1 alpha-2. */
    country_key: string
    city: string
    zipcode: string
    address: string
    updated_at: number
  }
  /** An outgoing mail: inserted in the transaction of its cause, rendered and sent afterwards, at least once, or at most once with a `once_key`. Rendered when it is sent, so that the secret of a mailed link is never stored. */
  outbox: {
    id: Generated<number>
    /** Names the writer, such as `activation`. */
    kind: string
    /** Prevents a second mail about the same thing to the same recipient. */
    once_key: string | null
    /** Address as typed; the writer may choose another recipient. */
    recipient: string
    /** JSON object: parameters of the writer. */
    data: string
    created_at: number
    attempts: Generated<number>
    next_attempt_at: number
    /** End of the claim by a worker; then another one may claim the row. */
    claimed_until: number | null
    /** Sent, or found to need no mail. */
    done_at: number | null
    /** Given up after the last attempt; an operator may have it tried again. */
    dead_at: number | null
    last_error: string | null
    /** 0: as soon as possible; 1: after all others that are due. */
    priority: Generated<number>
    digest: string | null
  }
  passkeys: {
    id: Generated<PasskeyId>
    user_id: MemberId
    /** Base64url, like `public_key`. */
    credential_id: string
    public_key: string
    /** Signatures so far; 0 where the authenticator does not count. */
    counter: number
    /** JSON array. */
    transports: string
    name: string
    /** Null for a passkey of one device. */
    synced_since: number | null
    created_at: number
    last_used_at: number | null
  }
  preferences: {
    user_id: MemberId
    /** Articles published since then are mailed; null: none. */
    notify_since: number | null
    /** Null: the member gets mails about invites. */
    invite_mails_off_at: number | null
    /** The same for polls and sessions of groups. */
    planning_mails_off_at: number | null
    reminder_mails_off_at: number | null
    /** The same for what happens to the groups themselves. */
    group_log_mails_off_at: number | null
    /** The same for events with a registration of the member. */
    event_mails_off_at: number | null
    /** Null: other sessions and seats count when dates are suggested to groups of the member. */
    busy_times_off_at: number | null
    /** Kinds of events whose mails the member wants: ids with a comma before and after each, such as `,3,7,`. Null: all events. */
    event_kinds: string | null
    weekly_mails: Generated<string>
  }
  quick_subcategories: {
    id: Generated<QuickSubcategoryId>
    name: string
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  /** One counted caller of one call within its running window; see `plugins/rateStore.ts`. */
  rate_limits: {
    /** Keyed digest of route and caller: no IP address is stored. */
    key: string
    hits: number
    window_ends_at: number
  }
  recovery_codes: {
    hash: string
    user_id: MemberId
    used_at: number | null
    /** Null in rows of an older release. */
    created_at: number | null
  }
  refresh_tokens: {
    id: Generated<number>
    hash: string
    /** All tokens that stem from one login. */
    family: string
    user_id: MemberId
    created_at: number
    expires_at: number
    used_at: number | null
    revoked_at: number | null
    /** Time of that login; null in rows written before the column was added. */
    family_started_at: number | null
    /** Browser of the login or the last refresh; see `http/client.ts`. */
    browser: string | null
    network: string | null
  }
  /** Emails of the staff to members who have signed up. */
  registration_messages: {
    id: Generated<number>
    content_id: ContentId
    subject: string
    text: string
    sent_by: MemberId
    created_at: number
  }
  /** One row per member and event, which a cancellation keeps: calendars must see its sequence grow. A person without an account has a row, too. */
  registrations: {
    id: Generated<RegistrationId>
    content_id: ContentId
    user_id: MemberId | null
    /** `coming` and `offered` take a seat. */
    state: RegistrationState
    /** The order of the waiting list. */
    queued_at: number
    /** Deadline of an offered seat. */
    offered_until: number | null
    /** JSON: the questions with their answers. */
    answers: string
    /** IANA name of the zone that the member reads times in. */
    time_zone: string | null
    /** Grows with every mail that has a calendar file. */
    sequence: Generated<number>
    /** Digest of the time and place that the member was last notified of; see `factsOf`. */
    told: string
    reminded_at: number | null
    attended_at: number | null
    created_at: number
    updated_at: number
    /** The person, where there is no account; '' once it is forgotten. */
    name: string | null
    /** How many come with the person; a party is never divided. */
    companions: Generated<number>
    /** JSON: their names; empty where none was asked, or they are forgotten. */
    companion_names: Generated<string>
    email: string | null
    email_key: string | null
    guest_until: number | null
    /** Two letters; null: the main language of the site. */
    language: string | null
  }
  report_cases: {
    id: Generated<number>
    open_key: string | null
    kind: ReportKind | 'letter'
    subject_id: number | null
    user_id: MemberId | null
    title: string
    text: string
    /** JSON of `StoredPicture`. */
    picture: string | null
    claimed_by: MemberId | null
    claimed_until: number | null
    act: ReportAct | null
    reason: string | null
    until: number | null
    decided_by: MemberId | null
    decided_at: number | null
    stored_before: string | null
    stored_after: string | null
    appeal: string | null
    appealed_at: number | null
    appeal_outcome: 'uphold' | 'restore' | null
    appeal_reason: string | null
    appeal_decided_by: MemberId | null
    appeal_decided_at: number | null
    created_at: number
  }
  reports: {
    id: Generated<number>
    case_id: number
    reporter_id: MemberId | null
    reason: ReportReason
    line: string
    is_unseen: Generated<number>
    created_at: number
  }
  restrictions: {
    id: Generated<number>
    user_id: MemberId
    kind: RestrictionKind
    until: number
    reason: string
    case_id: number | null
    created_at: number
  }
  rule_categories: {
    id: Generated<RuleCategoryId>
    name: string
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  /** Both kinds in one table: one id sequence, so that an id names one entry only (ruling 23). */
  rule_entries: {
    id: Generated<RuleEntryId>
    kind: RuleKind
    title: string
    /** The next two belong to basic entries; the sub-category is one of the category. */
    category_id: RuleCategoryId | null
    subcategory_id: RuleSubcategoryId | null
    quick_subcategory_id: QuickSubcategoryId | null
    /** Position among the entries of the same sub-category. */
    position: number
    /** JSON of `StoredPicture`. */
    picture: string | null
    /** `titleKey` of the title. */
    title_key: string
    /** `titledText` of the title and of titles and contents of the sub-entries. */
    search_text: string
    created_at: number
    updated_at: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
    /** Format of all texts of the row. */
    format: Generated<TextFormat>
    /** JSON: other names of an entry, for links from texts. */
    aliases: Generated<string>
    /** Two letters; null: the main language of the site. */
    language: string | null
    /** Rows of the same table and value are translations of one another, at most one of each language. */
    translation_group: string | null
  }
  rule_sub_entries: {
    id: Generated<RuleSubEntryId>
    entry_id: RuleEntryId
    position: number
    title: string
    /** May be empty in rules: the page has a text for that (behaviour 2.11). */
    content: string
    /** 0: a section of the entry; 1: a section within the one before, and so on. */
    level: Generated<number>
  }
  rule_subcategories: {
    id: Generated<RuleSubcategoryId>
    category_id: RuleCategoryId
    name: string
    position: number
    /** Key of the row in files of the desk; see docs/transfer-format.md. */
    transfer_key: string | null
  }
  rule_videos: {
    id: Generated<number>
    title: string
    position: number
    /** Keys of public files: the names in their URLs. */
    file_key: string
    captions_key: string | null
    poster_key: string | null
    created_at: number
    updated_at: number
    webm_key: string | null
  }
  /** Two-step login with an authenticator app (TOTP). */
  second_factors: {
    user_id: MemberId
    /** Encrypted: a stolen database alone yields no codes. */
    secret: string
    created_at: number
    /** Null until the first code has proven that the app has the secret. */
    enabled_at: number | null
    /** The newest time step whose code was accepted: a code is accepted once. */
    last_step: Generated<number>
  }
  /** Security events that a member may read. */
  security_events: {
    id: Generated<number>
    user_id: MemberId
    event: MemberSecurityEvent
    /** Time of the last of equal events. */
    at: number
    times: Generated<number>
    browser: string | null
    /** Coarse; see `http/client.ts`. */
    network: string | null
  }
  /** `(group_id, user_id)` refers to a membership, with which the turn is deleted. */
  session_hosts: {
    session_id: GameSessionId
    group_id: GroupId
    user_id: MemberId
    position: number
  }
  /** What has happened to the site once or last. */
  site_facts: {
    /** One of `Fact`. */
    name: string
    /** A version, the words of a failure, or nothing. */
    value: string
    at: number
  }
  site_kit_bases: {
    name: 'starter'
    made_at: number
    hides_videos: Generated<number>
  }
  /** One row, or none. */
  site_kit_drafts: {
    /** The one who has changed it last. */
    user_id: MemberId
    /** The kit that was in use when the draft began; 0 for none. */
    base_id: number
    /** JSON of `SiteKit`. */
    value: string
    updated_at: number
  }
  site_kit_files: {
    /** Key of the bytes in the file store. */
    file_key: string
    made_at: number
  }
  site_kits: {
    id: Generated<number>
    /** JSON of `SiteKit`. */
    value: string
    /** JSON: paths of the site -> names of the public files that show the mark. */
    icons: string
    source: KitSource
    /** JSON: digests of the parts of the folder that was taken in last. The value may have changed at the desk since. */
    folder: string | null
    /** Null for the folder, the command line and a deleted account. */
    made_by: MemberId | null
    made_at: number
  }
  /** Challenges of passkeys that were used; others are signed and have no row. */
  spent_challenges: {
    hash: string
    expires_at: number
  }
  /** Addresses without an account that opted out of invites by mail; see `addressStops`. */
  stopped_addresses: {
    digest: string
    created_at: number
  }
  team_links: {
    id: Generated<number>
    secret_hash: string
    name: string
    uses: number
    used: Generated<number>
    made_by: MemberId | null
    created_at: number
    expires_at: number
  }
  text_mentions: {
    source_kind: LinkedKind
    source: number
    kind: TermKind
    target: number
  }
  /** A picture within texts. No row names it: texts do, by its URL. */
  text_pictures: {
    id: Generated<number>
    /** JSON of `StoredPicture`. */
    picture: string
    /** Null after the account is gone: the texts may have stayed. */
    created_by: MemberId | null
    created_at: number
    /** When it was uploaded, or a text was last seen to show it. */
    seen_at: number
    /** SHA-256 of the file of an import of which it was made. */
    source_digest: string | null
    import_id: number | null
  }
  users: {
    id: Generated<MemberId>
    email: string
    /** Trimmed, lower case: uniqueness is checked on it. */
    email_key: string
    username: string
    username_key: string
    password_hash: string
    role: Role
    /** Incremented to revoke every access token of the user. */
    token_version: Generated<number>
    created_at: number
    activated_at: number | null
    deactivated_at: number | null
    /** The key in Latin letters that look alike; see `latinKey`. */
    latin_key: string | null
    /** Due time of the account's deletion, unless its member withdraws it. */
    deletion_due_at: number | null
    /** Null before the first login, 0 from the second one on. */
    first_visit_until: number | null
    /** The team has made the account, which has no password before its member sets one; null: registered. */
    invited_at: number | null
    /** Chosen for times in emails: an IANA name. */
    time_zone: string | null
    /** Null: a member without a group sees the first steps. */
    first_steps_hidden_at: number | null
    /** Language of emails, calendars and archives, in two letters. Null: the main language of the site. */
    language: string | null
    distrusted_at: number | null
  }
  /** A counter without an IP address or identifier (ruling 56). */
  visits: {
    /** Midnight UTC at which the day began. */
    day: number
    hits: number
  }
}
