import { type Selectable, sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import {
  OPENINGS_PAGE,
  type OpeningId,
  type OpeningLanguage,
  type OpeningMode,
} from '#contract/openings.ts'
import { termKey } from '#shared/search.ts'
import { prepared } from '../../../db/prepared.ts'
import { type DB, type HasDb, insertRow, type Read } from '../../../db/rows.ts'
import { holds, isOneOf } from '../../../db/search.ts'
import { searchText, wordsIn } from '../../../text/keys.ts'
import { hasNotBlocked, isUnblocked } from '../../account/blockRepository.ts'
import { nextDate, nextDateAt } from '../planning/sessionRepository.ts'
import type { InGroup } from '../policy.ts'

/* A change of an opening locks its group first; see `lockGroup`. */

type OpeningRow = Selectable<DB['group_openings']>
export type OpeningTexts = Pick<
  OpeningRow,
  'plays' | 'languages' | 'mode' | 'place' | 'rhythm' | 'beginners' | 'content_notes' | 'size'
>

const players = sql<number>`(select count(*) from memberships m where m.group_id = groups.id)`
const invited = sql<number>`(select count(*) from invites i where i.group_id = groups.id)`
const left = sql<number>`(opening.size - ${players} - ${invited})`

const openings = (w: Read) =>
  w.db
    .selectFrom('group_openings as opening')
    .innerJoin('groups', 'groups.id', 'opening.group_id')
    .innerJoin('users as owner', 'owner.id', 'groups.owner_id')
    .leftJoin('group_pages as page', 'page.group_id', 'groups.id')
    .leftJoin('game_dates as next', (join) =>
      join.on('next.id', '=', nextDate(placeholders(nextDateAt(w)))),
    )
    .selectAll('opening')
    .select(['groups.name as group_name', 'owner.username as owner', 'page.crest'])
    .select(['next.starts_at as next_start', players.as('players'), left.as('left')])

const placeholders = ({ now, earliest }: ReturnType<typeof nextDateAt>) => ({
  now: sql<number>`${now}`,
  earliest: sql<number>`${earliest}`,
})

/**
 * Openings that the member may ask: of groups with an active owner whom the member has neither muted nor blocked, that the member is
 * neither in, nor invited to, nor removed from. An invite that the member does not see counts as none.
 */
const askable = (w: Read, member: MemberId) =>
  openings(w)
    .where('owner.deactivated_at', 'is', null)
    .where(sql<boolean>`not exists (select 1 from memberships m
      where m.group_id = groups.id and m.user_id = ${member})`)
    .where(sql<boolean>`not exists (select 1 from invites i
      where i.group_id = groups.id and i.target_user_id = ${member}
        and ${isUnblocked(member, 'i.invited_by', 'owner.id')})`)
    .where(sql<boolean>`not exists (select 1 from group_removals r
      where r.group_id = groups.id and r.user_id = ${member})`)
    .where(sql<boolean>`not exists (select 1 from mutes
      where mutes.user_id = ${member} and muted_user_id = owner.id and until > ${w.now})`)
    .where(hasNotBlocked(member, 'owner.id'))

/** Also full ones. */
export const findAskable = (w: Read, group: GroupId, member: MemberId) =>
  askable(w, member).where('groups.id', '=', group).executeTakeFirst()

type OpeningFilter = {
  readonly language?: OpeningLanguage
  readonly mode?: OpeningMode
  readonly beginners?: 'yes'
  readonly q?: string
  readonly before?: OpeningId
}

/** Openings with a free place, newest first; one more than a page has, if there are more. */
export function listAskable(
  w: Read,
  { language, mode, beginners, q = '', before }: OpeningFilter,
  member: MemberId,
) {
  let found = askable(w, member).where(left, '>', 0)
  if (language !== undefined) found = found.where(holds(w.db, 'opening.languages', `,${language},`))
  if (mode === 'both') found = found.where('opening.mode', '=', mode)
  else if (mode !== undefined) found = found.where('opening.mode', 'in', [mode, 'both'])
  if (beginners !== undefined) found = found.where('opening.beginners', '=', 1)
  for (const word of wordsIn(termKey(q)))
    found = found.where(holds(w.db, 'opening.search_text', word))
  if (before !== undefined) found = found.where('opening.id', '<', before)
  return found
    .orderBy('opening.id', 'desc')
    .limit(OPENINGS_PAGE + 1)
    .execute()
}

export const listOpeningsById = (w: Read, ids: readonly number[]) =>
  openings(w)
    .select('owner.id as owner_id')
    .where(isOneOf(w.db, 'opening.id', ids))
    .execute()

export const findOpening = (w: HasDb, group: GroupId) =>
  w.db
    .selectFrom('group_openings as opening')
    .innerJoin('groups', 'groups.id', 'opening.group_id')
    .selectAll('opening')
    .select(left.as('left'))
    .where('opening.group_id', '=', group)
    .executeTakeFirst()

const searched = (name: string, { plays, place, rhythm }: OpeningTexts): string =>
  searchText([name, plays, place, rhythm])

/** @param version of the opening that it replaces; 0: none */
export async function saveOpening(
  w: Read & Pick<InGroup, 'id' | 'group'>,
  texts: OpeningTexts,
  version: number,
): Promise<void> {
  const row = {
    ...texts,
    search_text: searched(w.group.name, texts),
    version: version + 1,
    updated_at: w.now,
  }
  if (version === 0)
    await insertRow(w.db, 'group_openings', { ...row, group_id: w.id, created_at: w.now })
  else await w.db.updateTable('group_openings').set(row).where('group_id', '=', w.id).execute()
}

/** Call it when a group has another name. */
export async function renameOpening(w: HasDb, group: GroupId, name: string): Promise<void> {
  const opening = await findOpening(w, group)
  if (opening === undefined) return
  await w.db
    .updateTable('group_openings')
    .set({ search_text: searched(name, opening) })
    .where('id', '=', opening.id)
    .execute()
}

export const deleteOpening = (w: HasDb, group: GroupId) =>
  w.db.deleteFrom('group_openings').where('group_id', '=', group).execute()

const OPENINGS = 'openings'

const switchedOff = prepared((db) =>
  db.selectFrom('group_switches').select('off_at').where('name', '=', OPENINGS),
)

/** Whether members see groups that look for players at all. */
export const areOpeningsOn = async (w: HasDb): Promise<boolean> =>
  (await switchedOff(w.db, {})).length === 0

export async function switchOpenings(w: Read, isOn: boolean): Promise<void> {
  if (isOn) await w.db.deleteFrom('group_switches').where('name', '=', OPENINGS).execute()
  else
    await w.db
      .insertInto('group_switches')
      .values({ name: OPENINGS, off_at: w.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
