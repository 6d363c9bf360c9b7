import { sql } from 'kysely'
import { GROUP_SIZE_MAX } from '../../server/modules/groups/limits.ts'
import type { Stage } from '../../test/helpers/races/stage.ts'

/** Queries that must never return a row. */
const NEVER: Readonly<Record<string, string>> = {
  'a group whose owner is no member':
    'groups g where not exists (select 1 from memberships m where m.group_id = g.id and m.user_id = g.owner_id)',
  'a group with more members than the limit': `groups g where
    (select count(*) from memberships m where m.group_id = g.id) > ${GROUP_SIZE_MAX}`,
  'an invite of a member':
    'invites i join memberships m on m.group_id = i.group_id and m.user_id = i.target_user_id',
  'an invite of or by a deactivated account':
    'invites i join users u on u.id in (i.target_user_id, i.invited_by) where u.deactivated_at is not null',
  'a group of a deactivated owner with an active member': `groups g join users o on o.id = g.owner_id
    where o.deactivated_at is not null and exists (select 1 from memberships m
      join users u on u.id = m.user_id where m.group_id = g.id and u.deactivated_at is null)`,
  'a link with more uses left than it had':
    'invite_links l where l.uses_left > l.uses or l.uses_left < 0',
  'a link of somebody who is no member': `invite_links l where not exists (select 1 from memberships m
    where m.group_id = l.group_id and m.user_id = l.created_by)`,
  'a removal of a member': `group_removals r join memberships m
    on m.group_id = r.group_id and m.user_id = r.user_id`,
  'a link that more people used than it has uses taken': `invite_links l where l.uses - l.uses_left <
    (select count(*) from invite_link_uses u where u.link_id = l.id)`,
  'an owner who is a co-owner, too': `groups g join memberships m on m.group_id = g.id and m.user_id = g.owner_id
    where m.role <> 'member'`,
  'a live session of a deactivated account': `refresh_tokens t join users u on u.id = t.user_id
    where t.revoked_at is null and u.deactivated_at is not null`,
  'a name whose key is not its own': `users u where u.username_key <> lower(u.username)`,
  'two accounts of one name': `(select username_key from users group by username_key having count(*) > 1) d`,
  'a kept former name that another account has': `old_usernames o join users u
    on u.username_key = o.username_key where u.id <> o.user_id and o.free_at > u.created_at`,
  'an approved name that its member neither bears nor has given up since': `name_changes c join users u on u.id = c.user_id
    where c.approved_at is not null and u.username <> c.new_name and not exists (select 1 from old_usernames o
      where o.user_id = c.user_id and o.username = c.new_name)`,
  'an approved change without its former name': `name_changes c where c.approved_at is not null
    and not exists (select 1 from old_usernames o where o.user_id = c.user_id)`,
  'a claim of a decided entry': `glossary_reviews r join glossary_entries e on e.id = r.entry_id
    where r.claimed_by is not null and (e.approved_at is not null or e.rejected_at is not null)`,
  'a decision of a pending entry': `glossary_reviews r join glossary_entries e on e.id = r.entry_id
    where r.decided_at is not null and e.approved_at is null and e.rejected_at is null`,
  'a fixed poll without its one session': `date_polls p where p.state = 'fixed'
    and (select count(*) from game_sessions s where s.poll_id = p.id) <> 1`,
  'a session of a poll that is not fixed': `game_sessions s join date_polls p on p.id = s.poll_id
    where p.state <> 'fixed' or p.group_id <> s.group_id`,
  'an answer about a date of somebody who is no member': `game_answers a
    join game_dates d on d.id = a.date_id join game_sessions s on s.id = d.session_id
    where not exists (select 1 from memberships m where m.group_id = s.group_id and m.user_id = a.user_id)`,
  'an answer in a poll of somebody who is no member': `date_answers a
    join date_options o on o.id = a.option_id join date_polls p on p.id = o.poll_id
    where not exists (select 1 from memberships m where m.group_id = p.group_id and m.user_id = a.user_id)`,
  'an open poll without a date': `date_polls p where p.state = 'open' and not exists
    (select 1 from date_options o where o.poll_id = p.id)`,
  'a date hosted by somebody who is no member': `game_dates d where d.host_id is not null and not exists
    (select 1 from memberships m where m.group_id = d.session_group_id and m.user_id = d.host_id)`,
  'a session without a date': `game_sessions s where not exists
    (select 1 from game_dates d where d.session_id = s.id)`,
  'an event with more seats taken than it has': `contents e where e.seats <
      (select sum(1 + r.companions) from registrations r where r.content_id = e.id and r.state in ('coming', 'offered'))`,
  'a longer waiting list than the event has': `contents e where e.seats is not null
    and (select sum(1 + r.companions) from registrations r where r.content_id = e.id and r.state = 'waiting') > e.waiting_max`,
  'a party that is next on the waiting list although there are seats for it': `contents e where e.cancelled_at is null and e.unpublished_at is null
    and e.seats >=
      (select coalesce(sum(1 + r.companions), 0) from registrations r where r.content_id = e.id and r.state in ('coming', 'offered')) +
      (select 1 + r.companions from registrations r where r.content_id = e.id and r.state = 'waiting'
        order by r.queued_at, r.id limit 1)`,
  'two registrations of a member for one event': `(select 1 from registrations where user_id is not null
    group by content_id, user_id having count(*) > 1) d`,
  'two registrations of an address for one event': `(select 1 from registrations where email_key is not null
    group by content_id, email_key having count(*) > 1) d`,
  'a person in two tables of a slot, as a player or as the leader': `(select 1 from (select t.parent_id, t.slot, coalesce(cast(r.user_id as text), r.email_key) as who
      from registrations r join contents t on t.id = r.content_id
      where t.parent_id is not null and t.cancelled_at is null and coalesce(cast(r.user_id as text), r.email_key) is not null and r.state <> 'cancelled'
    union all select parent_id, slot, cast(led_by as text) from contents where parent_id is not null and led_by is not null
      and publish_at is not null and cancelled_at is null) p group by p.parent_id, p.slot, p.who having count(*) > 1) d`,
  'a party at a table that is larger than at its event, or has no seat there': `registrations r
    where (r.user_id is not null or r.email_key is not null) and r.guest_until is null and r.state <> 'cancelled'
    and (select e.seats from contents t join contents e on e.id = t.parent_id where t.id = r.content_id) is not null
    and r.companions > coalesce((select s.companions from contents t join registrations s on s.content_id = t.parent_id
      where t.id = r.content_id and (s.user_id = r.user_id or s.email_key = r.email_key) and s.state = 'coming'), -1)`,
  'a table that takes place at a cancelled event': `contents t join contents e on e.id = t.parent_id
    where e.cancelled_at is not null and t.cancelled_at is null`,
  'a table that was accepted without a slot':
    'contents where parent_id is not null and publish_at is not null and slot is null',
  'a seat or a place of a deactivated account, at an event that takes place': `registrations r
    join users u on u.id = r.user_id join contents e on e.id = r.content_id
    where u.deactivated_at is not null and r.state <> 'cancelled' and e.cancelled_at is null`,
  'an end without an offer': `registrations where state <> 'offered' and offered_until is not null`,
  'an offer without an end, at an event that is public': `registrations r join contents e on e.id = r.content_id
    where r.state = 'offered' and r.offered_until is null and e.unpublished_at is null and e.cancelled_at is null`,
  'two mails of one change of a registration': `(select data from outbox where kind like 'registration-%'
    and kind not in ('registration-reminder', 'registration-message') and kind not like 'registration-led-%' group by data having count(*) > 1) d`,
  'a request to join that waits beside a membership or an invite': `join_requests r where r.answer = 'open'
    and (exists (select 1 from memberships m where m.group_id = r.group_id and m.user_id = r.user_id)
      or exists (select 1 from invites i where i.group_id = r.group_id and i.target_user_id = r.user_id))`,
  'a request to join that waits for a group that looks for no players': `join_requests r where r.answer = 'open'
    and not exists (select 1 from group_openings o where o.group_id = r.group_id)`,
  'an opening for more players than a group has members': `group_openings o where o.size > ${GROUP_SIZE_MAX}`,
  'a request to join that is answered at no time, or that waits after its answer':
    "join_requests r where (r.answer = 'open') <> (r.answered_at is null)",
  'a request to join of a deactivated account that waits': `join_requests r join users u on u.id = r.user_id
    where r.answer = 'open' and u.deactivated_at is not null`,
  'a recap of a date that was not over, or is cancelled': `date_recaps r join game_dates d on d.id = r.date_id
    where d.cancelled_at is not null or r.written_at < d.ends_at`,
  'attendance of a date that was not over, or is cancelled': `date_attendance a join game_dates d on d.id = a.date_id
    where d.cancelled_at is not null or a.updated_at < d.ends_at`,
  'an empty comment, or one of another group': `date_comments c join date_polls p on p.id = c.poll_id
    where p.group_id <> c.group_id or c.text = ''`,
  'a poll with a reminder after its end': `date_polls p where p.remind_at is not null
    and (p.closes_at is null or p.remind_at >= p.closes_at)`,
  'a poll that waits for a mail although it was announced':
    'date_polls p where p.announce_at is not null and p.announced_at is not null',
  'a series without an end that does not go on, or a series with an end that does': `game_sessions s
    where s.cancelled_at is null and s.rule is not null and (s.extend_at is null or s.date_length is null)
      <> (s.rule like '%COUNT=%' or s.rule like '%UNTIL=%')`,
  'two mails of one key': `(select once_key from outbox where once_key is not null
    group by once_key having count(*) > 1) d`,
}

/** Table that a column references. */
const TABLE_OF: Readonly<Record<string, string>> = {
  user_id: 'users',
  owner_id: 'users',
  target_user_id: 'users',
  muted_user_id: 'users',
  blocked_id: 'users',
  invited_by: 'users',
  created_by: 'users',
  claimed_by: 'users',
  decided_by: 'users',
  answered_by: 'users',
  actor_id: 'users',
  sent_by: 'users',
  made_by: 'users',
  written_by: 'users',
  host_id: 'users',
  poll_id: 'date_polls',
  option_id: 'date_options',
  session_id: 'game_sessions',
  date_id: 'game_dates',
  group_id: 'groups',
  session_group_id: 'groups',
  link_id: 'invite_links',
  category_id: 'rule_categories',
  subcategory_id: 'rule_subcategories',
  quick_subcategory_id: 'quick_subcategories',
  type_id: 'glossary_types',
  subtype_id: 'glossary_subtypes',
  entry_id: 'glossary_entries',
  message_id: 'contact_messages',
  content_id: 'contents',
  parent_id: 'contents',
  led_by: 'users',
  event_kind_id: 'event_kinds',
  series_id: 'event_series',
  part_id: 'event_series',
  import_id: 'imports',
  reporter_id: 'users',
  appeal_decided_by: 'users',
  case_id: 'report_cases',
  hook_id: 'hooks',
  set_by: 'users',
  'download_files.category_id': 'download_categories',
  'rule_sub_entries.entry_id': 'rule_entries',
  'group_log.subject_id': 'users',
}
/** Columns that are no references although their names end like one, such as the progress of a mailing. */
const NO_POINTERS =
  /^(announcements\.(\w+_)?last_user_id|event_series\.announced_id|site_kit_drafts\.base_id|passkeys\.credential_id|live_events\.subject_id|hook_messages\.remote_id|import_rows\.row_id|report_cases\.subject_id)$/

/** The database that is asked. */
type Played = Pick<Stage, 'engine'> & { readonly server: Pick<Stage['server'], 'deps'> }

/** @returns a line for each rule that the database breaks */
export async function brokenRules(stage: Played): Promise<string[]> {
  const orphans = (await pointersOf(stage)).map(([table, column, target]): [string, string] => [
    `a ${table}.${column} that points at nothing`,
    `${table} c where c.${column} is not null
      and not exists (select 1 from ${target} t where t.id = c.${column})`,
  ])
  const broken: string[] = []
  // One by one: PostgreSQL compiles a union of all, which takes longer than a statement may.
  for (const [rule, from] of [...Object.entries(NEVER), ...orphans]) {
    const { rows } = await sql
      .raw<{ n: number }>(`select count(*) as n from ${from}`)
      .execute(stage.server.deps.db)
    const n = Number(rows[0]?.n)
    if (n > 0) broken.push(`${n} times ${rule}`)
  }
  return broken
}

type Pointer = readonly [table: string, column: string, target: string]
const known = new WeakMap<Played, Promise<readonly Pointer[]>>()

function pointersOf(stage: Played): Promise<readonly Pointer[]> {
  const found = known.get(stage) ?? readPointers(stage)
  known.set(stage, found)
  return found
}

/** @throws Error for a column whose name looks like a reference to an unknown table */
async function readPointers({ engine, server }: Played): Promise<readonly Pointer[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ owner: string; name: string }>`select m.name as owner, c.name as name
        from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
    : sql<{ owner: string; name: string }>`select table_name as owner, column_name as name
        from information_schema.columns where table_schema = current_schema()`
  ).execute(server.deps.db)
  return rows
    .filter(({ owner, name }) => /_(id|by)$/.test(name) && !NO_POINTERS.test(`${owner}.${name}`))
    .map(({ owner, name }): Pointer => {
      const target = TABLE_OF[`${owner}.${name}`] ?? TABLE_OF[name]
      if (target === undefined) throw new Error(`At what does ${owner}.${name} point?`)
      return [owner, name, target]
    })
}
