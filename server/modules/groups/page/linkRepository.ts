import { MAIL_INVITES_MAX } from '#contract/groupPage.ts'
import type { GroupId, InviteLinkId, MemberId } from '#contract/ids.ts'
import { deletePast } from '../../../db/expiry.ts'
import { type Placeholders, prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { INVITE_LINKS_MAX } from '../limits.ts'
import { nextDate, nextDateAt } from '../planning/sessionRepository.ts'

/* A link is open while it has uses left, has not expired, and its maker may invite. */

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]

/** @param makers who may invite to the group */
export const listLinks = (db: Db, group: GroupId, makers: readonly MemberId[], now: number) =>
  db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.uses', 'link.uses_left', 'link.expires_at', 'users.username'])
    .select('link.email')
    .where('link.group_id', '=', group)
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', now)
    .where(isOneOf(db, 'link.created_by', makers))
    .orderBy('link.id')
    .limit(INVITE_LINKS_MAX + MAIL_INVITES_MAX)
    .execute()

/** An open link that is sent by mail, of any maker. */
export const findMailedLink = (db: Db, id: InviteLinkId, now: number) =>
  db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.group_id', 'link.created_by', 'link.expires_at', 'users.username'])
    .where('link.id', '=', id)
    .where('link.email', 'is not', null)
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', now)
    .executeTakeFirst()

/** Replaces the secret of the link. */
export const setSecret = (db: Db, id: InviteLinkId, secret_hash: string) =>
  db.updateTable('invite_links').set({ secret_hash }).where('id', '=', id).execute()

export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>

/** Finds a link of any active maker. Does not lock: `takeUse` checks it again. */
export const findOpenLink = (db: Db, secret_hash: string, now: number) =>
  db
    .selectFrom('invite_links as link')
    .innerJoin('users', 'users.id', 'link.created_by')
    .select(['link.id', 'link.group_id', 'link.created_by', 'link.created_at', 'link.email'])
    .select('users.username')
    .where('link.secret_hash', '=', secret_hash)
    .where('users.deactivated_at', 'is', null)
    .where('link.uses_left', '>', 0)
    .where('link.expires_at', '>', now)
    .executeTakeFirst()

/**
 * Blanks the address that it was mailed to. The caller has locked the group.
 * @returns false when the link is used up, expired or revoked, or the member has used it before
 */
export async function takeUse(
  tx: Db,
  link_id: InviteLinkId,
  user_id: MemberId,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invite_links')
    .set(({ eb }) => ({ uses_left: eb('uses_left', '-', 1), email: null }))
    .where('id', '=', link_id)
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('invite_link_uses')
    .values({ link_id, user_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether the invite of this time came by a link: its use has the same time. */
export const hasUsedLink = async (db: Db, group: GroupId, member: MemberId, at: number) =>
  (await db
    .selectFrom('invite_link_uses as use')
    .innerJoin('invite_links as link', 'link.id', 'use.link_id')
    .select('link.id')
    .where('use.user_id', '=', member)
    .where('use.created_at', '=', at)
    .where('link.group_id', '=', group)
    .executeTakeFirst()) !== undefined

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

export const findFront = async (db: Db, group: GroupId, now: number) =>
  (await frontOf(db, { group, ...nextDateAt(now) }))[0]

export const findGroupOfLink = (db: Db, id: InviteLinkId) =>
  db.selectFrom('invite_links').select('group_id').where('id', '=', id).executeTakeFirst()

/** @returns false when it was deleted in the meantime */
export async function deleteLink(tx: Db, id: InviteLinkId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invite_links')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param group null: of every group */
export const deleteLinksOf = (tx: Db, group: GroupId | null, maker: MemberId) =>
  tx
    .deleteFrom('invite_links')
    .where('created_by', '=', maker)
    .$if(group !== null, (links) => links.where('group_id', '=', group as GroupId))
    .execute()

export const deleteExpiredLinks = deletePast('invite_links', 'id', 'expires_at')
