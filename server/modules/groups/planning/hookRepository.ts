import { sql } from 'kysely'
import type { GroupId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Read } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'
import { fillIn, type Kit } from '../../../text/kit.ts'
import { readingIn, timeInMail } from '../../../text/time.ts'
import { readGroup } from '../repository.ts'
import { mayPlan } from './policy.ts'
import { listOptions } from './pollRepository.ts'

/*
 * What the hook of a group tells of: polls, sessions and recaps since it was set. Numbers stand for members, whose
 * names, comments and places are left out, as are texts of recaps.
 */

/** Things of each kind; older ones are not edited any more. */
const THINGS_MAX = 30
/** Things that are over stay as they were told last. */
const KEPT_MS = 30 * DAY_MS

type Asked = {
  readonly group: GroupId
  readonly set_by: number | null
  readonly since: number
  readonly showsDetails: boolean
  readonly zone: string
  readonly site: string
}

const countOf = (w: Read, table: 'date_answers' | 'game_answers', ids: readonly number[]) =>
  table === 'date_answers'
    ? w.db
        .selectFrom('date_answers')
        .select(['option_id as of', 'answer', sql<number>`count(*)`.as('count')])
        .where(isOneOf(w.db, 'option_id', ids))
        .groupBy(['option_id', 'answer'])
        .execute()
    : w.db
        .selectFrom('game_answers')
        .select(['date_id as of', 'answer', sql<number>`count(*)`.as('count')])
        .where(isOneOf(w.db, 'date_id', ids))
        .groupBy(['date_id', 'answer'])
        .execute()

const listPolls = (w: Read, { group, since }: Asked) =>
  w.db
    .selectFrom('date_polls')
    .select(['id', 'title', 'state', 'created_at', 'notes'])
    .where('group_id', '=', group)
    .where('created_at', '>=', Math.max(since, w.now - KEPT_MS))
    .orderBy('id', 'desc')
    .limit(THINGS_MAX)
    .execute()

/** Sessions with the next of their dates, or the last one. */
const listSessions = (w: Read, { group, since }: Asked) =>
  w.db
    .selectFrom('game_sessions as s')
    .innerJoin('game_dates as d', (join) =>
      join.on('d.id', '=', (is) =>
        is
          .selectFrom('game_dates as one')
          .select('one.id')
          .whereRef('one.session_id', '=', 's.id')
          .orderBy(
            sql`case when one.ends_at > ${w.now} and one.cancelled_at is null then 0 else 1 end`,
          )
          .orderBy(sql`case when one.ends_at > ${w.now} then one.starts_at else -one.starts_at end`)
          .limit(1),
      ),
    )
    .select(['s.id', 's.title', 's.created_at', 's.place', 's.notes'])
    .select(['d.id as date', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .where('s.group_id', '=', group)
    .where((is) => is.or([is('s.created_at', '>=', since), is('d.starts_at', '>=', since)]))
    .where('d.ends_at', '>', w.now - DAY_MS)
    .orderBy('s.id', 'desc')
    .limit(THINGS_MAX)
    .execute()

const listRecaps = (w: Read, { group, since }: Asked) =>
  w.db
    .selectFrom('date_recaps as r')
    .innerJoin('game_dates as d', 'd.id', 'r.date_id')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['r.date_id', 's.title', 'd.starts_at', 'd.ends_at', 'r.written_at'])
    .where('s.group_id', '=', group)
    .where('r.written_at', '>=', Math.max(since, w.now - KEPT_MS))
    .orderBy('r.written_at', 'desc')
    .limit(THINGS_MAX)
    .execute()

/** Oldest first. @returns null when the group is gone, or its setter may no longer plan */
export async function listGroupNotices(w: Read, asked: Asked, kit: Kit) {
  const group = await readGroup(w, asked.group)
  const setter = group?.active.find((member) => member === asked.set_by)
  if (group === undefined || setter === undefined || !mayPlan(group, setter)) return null
  const texts = kit.texts.feeds.hook
  const reading = readingIn(asked.zone, { clock: () => w.now, kit: { current: () => kit } })
  const timeOf = (one: { readonly starts_at: number; readonly ends_at: number }) =>
    timeInMail(one.starts_at, one.ends_at, { ...reading, now: 0 })
  const link = `${asked.site}/discordia/dashboard?group=${asked.group}&part=sessions`
  const details = (...some: readonly string[]) => (asked.showsDetails ? some.filter(Boolean) : [])
  const named = (text: string, name: string) => fillIn(text, { group: group.name, name })

  const polls = await listPolls(w, asked)
  const options = await listOptions(
    w,
    polls.map(({ id }) => id),
  )
  const votes = await countOf(
    w,
    'date_answers',
    options.map(({ id }) => id),
  )
  const sessions = await listSessions(w, asked)
  const coming = await countOf(
    w,
    'game_answers',
    sessions.map(({ date }) => date),
  )
  const counted = (rows: typeof votes | typeof coming, of: number, answer: string) =>
    Number(rows.find((row) => row.of === of && row.answer === answer)?.count ?? 0)

  return [
    ...polls.map(({ id, title, state, created_at, notes }) => ({
      at: created_at,
      thing: `poll:${id}`,
      title: named(state === 'open' ? texts.poll : texts.poll_over, title),
      lines: [
        ...options
          .filter(({ poll_id }) => poll_id === id)
          .map((option) =>
            fillIn(texts.option, {
              time: timeOf(option),
              yes: counted(votes, option.id, 'yes'),
              maybe: counted(votes, option.id, 'maybe'),
            }),
          ),
        ...details(notes),
      ],
      link,
    })),
    ...sessions.map(({ id, date, title, created_at, place, notes, cancelled_at, ...period }) => ({
      at: created_at,
      thing: `session:${id}`,
      title: named(cancelled_at === null ? texts.session : texts.cancelled, title),
      lines: [
        timeOf(period),
        fillIn(texts.coming, {
          coming: counted(coming, date, 'coming'),
          absent: counted(coming, date, 'not_coming'),
        }),
        ...details(place, notes),
      ],
      link,
    })),
    ...(await listRecaps(w, asked)).map(({ date_id, title, written_at, ...period }) => ({
      at: written_at,
      thing: `recap:${date_id}`,
      title: named(texts.recap, title),
      lines: [timeOf(period)],
      link,
    })),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ at: _, ...notice }) => notice)
}
