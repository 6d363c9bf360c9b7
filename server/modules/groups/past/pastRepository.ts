import type { GameDateId, GroupId } from '#contract/ids.ts'
import type { Read } from '../../../db/schema.ts'
import { holds, isAfter, isOneOf } from '../../../db/search.ts'
import { titledText, wordsSought } from '../../../text/keys.ts'
import { DATE_TEXTS } from '../planning/sessionRepository.ts'
import { PAST_COUNTED_MAX } from './limits.ts'

const pastDates = (w: Read, group: GroupId) =>
  w.db
    .selectFrom('game_dates as d')
    .where('d.session_group_id', '=', group)
    .where('d.cancelled_at', 'is', null)
    .where('d.starts_at', '<', w.now)
    .where('d.ends_at', '<=', w.now)

export async function countPast(w: Read, group: GroupId): Promise<number> {
  const { total } = await w.db
    .selectFrom(pastDates(w, group).select('d.id').limit(PAST_COUNTED_MAX).as('past'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const withRecaps = (w: Read, group: GroupId) =>
  w.db
    .selectFrom(
      pastDates(w, group)
        .innerJoin('game_sessions as s', 's.id', 'd.session_id')
        .select(['d.id', 'd.starts_at', 'd.ends_at'])
        .select(DATE_TEXTS)
        .as('p'),
    )
    .leftJoin('date_recaps as r', 'r.date_id', 'p.id')
    .select(['p.id', 'p.title', 'p.starts_at', 'p.ends_at', 'p.place'])
    .select(['r.text', 'r.version', 'r.written_at'])

export type PastRow = Awaited<ReturnType<typeof listPast>>[number]

type Asked = {
  readonly before: GameDateId | undefined
  /** Folded: each of its words is in the title or in the recap. Empty: all. */
  readonly term: string
}

/** Newest first. */
export async function listPast(w: Read, group: GroupId, { before, term }: Asked, limit: number) {
  const last = before && (await findPast(w, group, before))
  if (before !== undefined && last === undefined) return []
  const words = wordsSought(term)
  const titles = words.length === 0 ? [] : await listTitles(w, group)
  return withRecaps(w, group)
    .$if(last !== undefined, (query) =>
      query.where(
        isAfter(['p.starts_at', 'p.id'], 'desc', { key: last?.starts_at ?? 0, id: last?.id ?? 0 }),
      ),
    )
    .where((is) =>
      is.and(
        words.map((word) =>
          is.or([
            isOneOf(w.db, 'p.title', titlesHolding(titles, word)),
            holds(w.db, 'r.search_text', word),
          ]),
        ),
      ),
    )
    .orderBy('p.starts_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

/** The titles of past dates: a series has one for all its dates. */
async function listTitles(w: Read, group: GroupId): Promise<string[]> {
  const rows = await w.db
    .selectFrom(
      pastDates(w, group)
        .innerJoin('game_sessions as s', 's.id', 'd.session_id')
        .select(DATE_TEXTS)
        .as('p'),
    )
    .select('p.title')
    .distinct()
    .execute()
  return rows.map(({ title }) => title)
}

const titlesHolding = (titles: readonly string[], word: string): string[] =>
  titles.filter((title) => titledText(title, []).includes(word))

export type FoundPast = NonNullable<Awaited<ReturnType<typeof findPast>>>

export const findPast = (w: Read, group: GroupId, id: GameDateId) =>
  withRecaps(w, group)
    .leftJoin('users', 'users.id', 'r.written_by')
    .select(['r.written_by', 'users.username as writer'])
    .where('p.id', '=', id)
    .executeTakeFirst()
