import { sql } from 'kysely'
import {
  type GroupPage,
  type GroupTexts,
  MAIL_INVITES_MAX,
  SUGGESTIONS_MAX,
} from '#contract/groupPage.ts'
import type { GroupId, InviteLinkId, MemberId } from '#contract/ids.ts'
import { type Placeholders, prepared } from '../../../db/prepared.ts'
import { deletePast, exists, type HasDb, type Read, upsertInto } from '../../../db/rows.ts'
import { beginsWith, isOneOf } from '../../../db/search.ts'
import { isUnblocked } from '../../account/blockRepository.ts'
import { INVITE_LINKS_MAX } from '../limits.ts'
import { nextDate, nextDateAt } from '../planning/sessionRepository.ts'
import { type InGroup, managersOf } from '../policy.ts'

/** Open links of a group, those of present makers. */
export const listLinks = (w: Read & Pick<InGroup, 'id' | 'group'>) =>
  w.db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.uses', 'link.uses_left', 'link.expires_at', 'users.username'])
    .select('link.email')
    .where('link.group_id', '=', w.id)
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', w.now)
    .where(isOneOf(w.db, 'link.created_by', managersOf(w.group)))
    .orderBy('link.id')
    .limit(INVITE_LINKS_MAX + MAIL_INVITES_MAX)
    .execute()

/** An open link that is sent by mail, of any maker. */
export const findMailedLink = (w: Read, id: InviteLinkId) =>
  w.db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.group_id', 'link.created_by', 'link.expires_at', 'users.username'])
    .where('link.id', '=', id)
    .where('link.email', 'is not', null)
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', w.now)
    .executeTakeFirst()

export const setSecret = (w: HasDb, id: InviteLinkId, secret_hash: string) =>
  w.db.updateTable('invite_links').set({ secret_hash }).where('id', '=', id).execute()

/** Finds a link of any active maker. Does not lock: `takeUse` checks it again. */
export const findOpenLink = (w: Read, secret_hash: string) =>
  w.db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.group_id', 'link.created_by', 'link.created_at', 'link.email'])
    .select('users.username')
    .where((is) => is.and({ 'link.secret_hash': secret_hash, 'users.deactivated_at': null }))
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', w.now)
    .executeTakeFirst()

/** Takes one of the registrations by a link: as many as it has uses. @returns false when all are taken */
export const takeRegistration = (w: HasDb, id: InviteLinkId): Promise<boolean> =>
  exists(
    w.db
      .updateTable('invite_links')
      .set((is) => ({ registered: is('registered', '+', 1) }))
      .where('id', '=', id)
      .where('registered', '<', sql.ref<number>('uses'))
      .returning('id'),
  )

/**
 * Blanks the address that it was mailed to. The caller has locked the group.
 * @returns false when the link is used up, expired or revoked, or the member has used it before
 */
export async function takeUse(w: Read, link_id: InviteLinkId, user_id: MemberId): Promise<boolean> {
  const { numUpdatedRows } = await w.db
    .updateTable('invite_links')
    .set(({ eb }) => ({ uses_left: eb('uses_left', '-', 1), email: null }))
    .where('id', '=', link_id)
    .where('uses_left', '>', 0)
    .where('expires_at', '>', w.now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { numInsertedOrUpdatedRows = 0n } = await w.db
    .insertInto('invite_link_uses')
    .values({ link_id, user_id, created_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether the invite of this time came by a link: its use has the same time. */
export const hasUsedLink = (w: HasDb & InGroup, at: number) =>
  exists(
    w.db
      .selectFrom('invite_link_uses as use')
      .innerJoin('invite_links as link', 'link.id', 'use.link_id')
      .select('link.id')
      .where((is) => is.and({ 'use.user_id': w.me, 'use.created_at': at, 'link.group_id': w.id })),
  )

/** What a holder of a link may see of the group besides its name. */
const frontOf = prepared(
  (db, given: Placeholders<{ readonly group: GroupId } & ReturnType<typeof nextDateAt>>) =>
    db
      .selectFrom('groups')
      .leftJoin('group_pages as page', 'page.group_id', 'groups.id')
      .leftJoin('game_dates as next', (join) => join.on('next.id', '=', nextDate(given)))
      .select(['page.crest', 'next.starts_at'])
      .where('groups.id', '=', given.group),
)

export const findFront = async (w: Read, group: GroupId) =>
  (await frontOf(w.db, { group, ...nextDateAt(w) }))[0]

/** @returns false when it was deleted in the meantime */
export const deleteLink = (w: HasDb, id: InviteLinkId): Promise<boolean> =>
  exists(w.db.deleteFrom('invite_links').where('id', '=', id).returning('id'))

/** @param group null: of every group */
export const deleteLinksOf = (w: HasDb, group: GroupId | null, maker: MemberId) =>
  w.db
    .deleteFrom('invite_links')
    .where('created_by', '=', maker)
    .$if(group !== null, (links) => links.where('group_id', '=', group as GroupId))
    .execute()

export const deleteExpiredLinks = deletePast('invite_links', 'id', 'expires_at')

type StoredPage = GroupTexts & Pick<GroupPage, 'crest'>

const NO_TEXTS: StoredPage = { purpose: '', note: '', talk_url: null, crest: null, version: 0 }

export const findTexts = async (w: HasDb, group: GroupId): Promise<StoredPage> =>
  (await w.db
    .selectFrom('group_pages')
    .select(['purpose', 'note', 'talk_url', 'crest', 'version'])
    .where('group_id', '=', group)
    .executeTakeFirst()) ?? NO_TEXTS

/** The caller has locked the group. */
export const saveTexts = upsertInto('group_pages', 'group_id')

/**
 * Active accounts that share a group with the member, or have done so, as far as the member can read or could read in
 * the logs of these groups; without members of the group, invited ones, and those who are apart from the member.
 * @param prefix a `usernameKey`
 */
export async function listPlayedWith(
  w: HasDb & Pick<InGroup, 'id' | 'me'>,
  prefix: string,
): Promise<readonly { username: string }[]> {
  const mine = sql`select group_id from memberships where user_id = ${w.me}`
  // Rows that were written after the member had left were never shown to the member.
  const wasThere = sql`exists (select 1 from group_log gone where gone.group_id = log.group_id and gone.id > log.id
    and ((gone.kind = 'left' and gone.actor_id = ${w.me})
      or (gone.kind = 'removed' and gone.subject_id = ${w.me})))`
  const { rows } = await sql<{ username: string }>`select username from users
    where ${beginsWith('users.username_key', prefix)}
      and users.id <> ${w.me} and ${isUnblocked('users.id', w.me)} and activated_at is not null and deactivated_at is null
      and not exists (select 1 from memberships m where m.group_id = ${w.id} and m.user_id = users.id)
      and not exists (select 1 from invites i where i.group_id = ${w.id} and i.target_user_id = users.id)
      and (exists (select 1 from memberships m where m.user_id = users.id and m.group_id in (${mine}))
        or exists (select 1 from group_log log where log.actor_id = users.id and log.kind in ('founded', 'joined')
          and (log.group_id in (${mine}) or ${wasThere})))
    order by username_key limit ${SUGGESTIONS_MAX}`.execute(w.db)
  return rows
}
