import type { GroupId, MemberId } from '#contract/ids.ts'
import type { OpeningMode } from '#contract/openings.ts'
import type { GroupLogKind } from '#contract/sets.ts'
import { DAY_MS, HOUR_MS } from '../../config/time.ts'
import { searchText } from '../../text/keys.ts'
import { insertRow, type NewRow, type RowOf } from '../rows.ts'
import { named, type Peopled } from './accounts.ts'
import type { DemoTexts } from './languages.ts'

type Group = {
  readonly group_id: GroupId
  readonly name: string
  /** Members and open invites. */
  readonly taken: number
}
type Opening = {
  readonly plays: string
  readonly languages: readonly string[]
  readonly mode: string
  readonly place: string
  readonly rhythm: string
  readonly beginners: boolean
  readonly content_notes: string
  readonly places: number
  readonly requests: ReadonlyArray<{ readonly user: string; readonly message: string }>
}

/** A group that looks for players, with requests that wait. */
async function seedOpening(
  { db, now, users }: Peopled,
  { group_id, name, taken }: Group,
  { languages, mode, beginners, places, requests, ...texts }: Opening,
): Promise<void> {
  await insertRow(db, 'group_openings', {
    ...texts,
    group_id,
    languages: `,${languages.join()},`,
    mode: mode as OpeningMode,
    beginners: beginners ? 1 : 0,
    size: taken + places,
    search_text: searchText([name, texts.plays, texts.place, texts.rhythm]),
    version: 1,
    created_at: now - 3 * DAY_MS,
    updated_at: now - 3 * DAY_MS,
  })
  for (const { user, message } of requests)
    await insertRow(db, 'join_requests', {
      group_id,
      user_id: named(users, user),
      message,
      answer: 'open',
      sentence: '',
      created_at: now - 5 * HOUR_MS,
    })
}

/** Groups of every kind that the dashboard shows: owned, joined, alone, with and without open invites; and a mute. */
export async function seedGroups(w: Peopled, demo: DemoTexts<'groups'>): Promise<void> {
  const { db, now, users } = w
  for (const [index, group] of demo.groups.entries()) {
    const { name, owner, members, invited } = group
    const created_at = now - (demo.groups.length - index) * 20 * DAY_MS
    const owner_id = named(users, owner)
    const { id: group_id } = await insertRow(db, 'groups', { name, owner_id, created_at })
    const memberships = [owner, ...members].map((member, order) => ({
      group_id,
      user_id: named(users, member),
      joined_at: created_at + order * DAY_MS,
    }))
    await db.insertInto('memberships').values(memberships).execute()
    await seedPage(w, { ...group, id: group_id, owner_id, created_at })
    for (const target of invited) {
      const target_user_id = named(users, target)
      const invite = { group_id, target_user_id, invited_by: owner_id, created_at: now - DAY_MS }
      await insertRow(db, 'invites', invite)
    }
    const taken = 1 + members.length + invited.length
    if (group.opening) await seedOpening(w, { group_id, name, taken }, group.opening)
  }
  for (const { user, muted, days_left } of demo.mutes)
    await insertRow(db, 'mutes', {
      user_id: named(users, user),
      muted_user_id: named(users, muted),
      created_at: now - DAY_MS,
      until: now + days_left * DAY_MS,
    })
}

type Demo = {
  readonly id: GroupId
  readonly owner_id: MemberId
  readonly created_at: number
  readonly members: readonly string[]
  readonly invited: readonly string[]
  readonly co_owners?: readonly string[]
  readonly page?: Pick<RowOf<'group_pages'>, 'purpose' | 'note' | 'talk_url'>
}

/** The log of a group as if it had been kept from the beginning; roles and texts where the group has them. */
async function seedPage({ db, now, users }: Peopled, group: Demo): Promise<void> {
  const { id: group_id, owner_id, created_at } = group
  const log = (
    kind: GroupLogKind,
    created_at: number,
    more: Pick<NewRow<'group_log'>, 'actor_id' | 'subject_id' | 'detail'>,
  ) => insertRow(db, 'group_log', { group_id, actor_id: owner_id, kind, created_at, ...more })

  await log('founded', created_at, {})
  for (const [order, member] of group.members.entries()) {
    const subject_id = named(users, member)
    const joined = created_at + (order + 1) * DAY_MS
    await log('invited', joined - HOUR_MS, { subject_id })
    await log('joined', joined, { actor_id: subject_id })
  }
  for (const member of group.co_owners ?? []) {
    const user_id = named(users, member)
    await db
      .updateTable('memberships')
      .set({ role: 'co_owner' })
      .where((is) => is.and({ group_id, user_id }))
      .execute()
    await log('co_owner_made', now - 9 * DAY_MS, { subject_id: user_id })
  }
  if (group.page) {
    await db
      .insertInto('group_pages')
      .values({ group_id, ...group.page, version: 1, updated_at: now - 2 * DAY_MS })
      .execute()
    const detail = 'purpose,note,talk_url'
    await log('page_changed', now - 2 * DAY_MS, { detail })
  }
  for (const member of group.invited)
    await log('invited', now - DAY_MS, { subject_id: named(users, member) })
}
