import { sql } from 'kysely'
import type { TestServer } from './startServer.ts'

/** Columns of texts that no row fills. SQLite alone says so; both engines have the same columns. */
export async function emptyTextColumns({
  deps: { db },
}: TestServer): Promise<Record<string, string>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master m
      join pragma_table_info(m.name) c
      where m.type = 'table' and lower(c.type) = 'text' order by m.name, c.cid`.execute(db)
  const empty: Record<string, string> = {}
  for (const { table, column } of rows) {
    const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`
    if ((await found.execute(db)).rows.length === 0)
      empty[table] = [empty[table] ?? [], column].flat().join(' ')
  }
  return empty
}

/**
 * Columns of texts that stay empty in the world of `liveInWorld`. A new column is filled there with a word of the member,
 * so that the deletion is seen to erase it; or it is added here, when it names no member, or goes with the account.
 */
export const EMPTY_COLUMNS: Readonly<Record<string, string>> = {
  account_links: 'data email_key',
  admissions: 'name mode refused_domains',
  applications: 'line invite reason',
  contact_messages: 'language',
  contents:
    'picture questions open_to transfer_key language translation_group access slots table_facts leader_told',
  data_exports: 'file_key ticket_hash',
  desk_uploads: 'picture',
  download_categories: 'title transfer_key',
  download_files:
    'display_name download_file_name description picture file_key media_type digest transfer_key title_key search_text',
  email_changes: 'confirm_hash undo_hash family way reason',
  event_kinds: 'name transfer_key',
  event_moves: 'location event_type',
  event_series: 'uid rule time_zone',
  game_dates: 'title place link notes',
  game_sessions: 'rule',
  glossary_entries: 'rejection_reason language',
  glossary_reviews: 'decided_how',
  glossary_subtypes: 'name transfer_key',
  // Empty but for the seconds after an import: `overwriteErased` indexes what waits.
  glossary_texts_fts_waiting: 'text',
  group_log: 'detail',
  group_openings: 'plays languages mode place rhythm content_notes search_text',
  group_pages: 'purpose note talk_url crest',
  group_switches: 'name',
  // Digests.
  guest_marks: 'mark',
  hook_messages: 'thing sent remote_id delivery',
  import_mappings: 'area format mapping',
  import_rows: 'file_key',
  linked_terms: 'term_key kind',
  linked_texts: 'kind trees',
  linking_state: 'name claimant',
  live_events: 'kind',
  loose_files: 'key picture',
  member_invites: 'name',
  memberships: 'time_zone',
  name_changes: 'answer',
  outbox: 'last_error digest',
  preferences: 'event_kinds',
  quick_subcategories: 'name transfer_key',
  rate_limits: 'key',
  refresh_tokens: 'browser network',
  registration_messages: 'subject text',
  registrations: 'time_zone name email email_key language',
  report_cases: 'open_key picture appeal_outcome appeal_reason',
  rule_categories: 'name transfer_key',
  rule_entries:
    'kind title picture title_key search_text transfer_key format aliases language translation_group',
  rule_sub_entries: 'title content',
  rule_subcategories: 'name transfer_key',
  rule_videos: 'title file_key captions_key poster_key webm_key',
  security_events: 'network',
  site_facts: 'name value',
  site_kit_bases: 'name',
  site_kit_drafts: 'value',
  site_kit_files: 'file_key',
  site_kits: 'value icons source folder',
  spent_challenges: 'hash',
  stopped_addresses: 'digest',
  team_links: 'secret_hash name',
  text_mentions: 'source_kind kind',
  text_pictures: 'source_digest',
  users: 'latin_key time_zone language',
}
