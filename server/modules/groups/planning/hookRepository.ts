import { sql } from 'kysely'
import type { GroupId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { idsOf, isOneOf } from '../../../db/search.ts'
import { fillIn, type Kit } from '../../../text/kit.ts'
import { timeInMail } from '../../../text/time.ts'
import type { HookRow } from '../../hooks/repository.ts'
import type { HookWork, TimedNotice } from '../../hooks/run.ts'
import { readGroup } from '../repository.ts'
import { pageOf } from './mails.ts'
import { mayPlan } from './policy.ts'
import { listOptions } from './pollRepository.ts'
import { LONGEST_MS } from './sessionRepository.ts'

/*
 * What the hook of a group sends: polls, dates and recaps since it was set. Numbers stand for members, whose names and
 * comments are left out, as are the texts of recaps.
 */

/** Things of each kind; older ones are not edited any more. */
const THINGS_MAX = 30
const KEPT_MS = 30 * DAY_MS

const listPolls = (w: Read, group: GroupId, since: number) =>
  w.db
    .selectFrom('date_polls')
    .select(['id', 'title', 'state', 'created_at', 'notes'])
    .where('group_id', '=', group)
    .where('created_at', '>=', Math.max(since, w.now - KEPT_MS))
    .orderBy('id', 'desc')
    .limit(THINGS_MAX)
    .execute()

const datesWithTexts = (w: HasDb, group: GroupId) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .select(({ fn }) => [
      fn.coalesce('d.title', 's.title').as('title'),
      fn.coalesce('d.place', 's.place').as('place'),
      fn.coalesce('d.notes', 's.notes').as('notes'),
    ])
    .where('d.session_group_id', '=', group)
    .limit(THINGS_MAX)

/** The next date of each session that is newer than the hook, or of which a date has ended since. */
const listDates = (w: Read, group: GroupId, since: number) =>
  datesWithTexts(w, group)
    .select('s.created_at')
    .where('d.starts_at', '>', w.now - LONGEST_MS)
    .where('d.ends_at', '>', w.now)
    .where(sql<boolean>`not exists (select 1 from game_dates one where one.session_id = s.id
      and one.starts_at < d.starts_at and one.ends_at > ${w.now} and one.cancelled_at is null)`)
    .where(sql<boolean>`(s.created_at >= ${since} or exists (select 1 from game_dates one
      where one.session_id = s.id and (one.cancelled_at >= ${since}
        or one.ends_at > ${since} and one.ends_at <= ${w.now})))`)
    .orderBy('d.starts_at')
    .execute()

const listRecaps = (w: Read, group: GroupId, since: number) =>
  datesWithTexts(w, group)
    .innerJoin('date_recaps as r', 'r.date_id', 'd.id')
    .select('r.written_at as created_at')
    .where('r.text', '<>', '')
    .where('r.written_at', '>=', Math.max(since, w.now - KEPT_MS))
    .orderBy('r.written_at', 'desc')
    .execute()

async function countAnswers(
  w: HasDb,
  [table, column]: readonly ['date_answers', 'option_id'] | readonly ['game_answers', 'date_id'],
  ids: readonly number[],
) {
  const { rows } = await sql<{ of: number; answer: string; count: number }>`
    select ${sql.ref(column)} as "of", answer, count(*) as count from ${sql.table(table)}
    where ${isOneOf(w.db, column, ids)} group by ${sql.ref(column)}, answer`.execute(w.db)
  return (id: number, answer: string) =>
    Number(rows.find((row) => row.of === id && row.answer === answer)?.count ?? 0)
}

type Period = { readonly starts_at: number; readonly ends_at: number }

function wordsOf({ settings: { timeZone: zone } }: HookWork, group: string, kit: Kit) {
  const texts = kit.texts.feeds.hook
  return {
    texts,
    named: (text: string, name: string) => fillIn(text, { group, name }),
    // The day counts from no other: what is sent once stays as it is.
    timeOf: ({ starts_at, ends_at }: Period) =>
      timeInMail(starts_at, ends_at, { zone, now: 0, language: kit.language }),
  }
}

/** Oldest first. @returns null when who has set the hook may no longer plan */
export async function listGroupNotices(
  w: HookWork,
  { group_id, set_by, created_at: since, shows_details }: HookRow,
  kit: Kit,
): Promise<TimedNotice[] | null> {
  const group = group_id === null ? undefined : await readGroup(w, group_id)
  const setter = group?.active.find((member) => member === set_by)
  if (group_id === null || group === undefined || setter === undefined || !mayPlan(group, setter))
    return null
  const polls = await listPolls(w, group_id, since)
  const options = await listOptions(w, idsOf(polls))
  const votes = await countAnswers(w, ['date_answers', 'option_id'], idsOf(options))
  const dates = await listDates(w, group_id, since)
  const answers = await countAnswers(w, ['game_answers', 'date_id'], idsOf(dates))

  const { texts, named, timeOf } = wordsOf(w, group.name, kit)
  const link = `${w.settings.publicUrl}${pageOf(group_id)}`
  const details = (...some: string[]) => (shows_details === 1 ? some.filter(Boolean) : [])
  const ofPoll = (poll: (typeof polls)[number]) => {
    const own = options.filter(({ poll_id }) => poll_id === poll.id)
    const lines = own.map((option) =>
      fillIn(texts.option, {
        time: timeOf(option),
        yes: votes(option.id, 'yes'),
        maybe: votes(option.id, 'maybe'),
      }),
    )
    const isOver = poll.state !== 'open' || own.every(({ starts_at }) => starts_at <= w.now)
    const title = named(isOver ? texts.poll_over : texts.poll, poll.title)
    return { thing: `poll:${poll.id}`, title, lines: [...lines, ...details(poll.notes)], isOver }
  }
  const ofDate = (date: (typeof dates)[number]) => {
    const counted = { coming: answers(date.id, 'coming'), absent: answers(date.id, 'not_coming') }
    const isOver = date.cancelled_at !== null
    const title = named(isOver ? texts.cancelled : texts.session, date.title)
    const lines = [timeOf(date), fillIn(texts.coming, counted), ...details(date.place, date.notes)]
    return { thing: `date:${date.id}`, title, lines, isOver }
  }
  const all = [
    ...polls.map((poll) => ({ at: poll.created_at, ...ofPoll(poll) })),
    ...dates.map((date) => ({ at: date.created_at, ...ofDate(date) })),
    ...(await listRecaps(w, group_id, since)).map((recap) => ({
      ...{ at: recap.created_at, thing: `recap:${recap.id}`, isOver: false },
      ...{ title: named(texts.recap, recap.title), lines: [timeOf(recap)] },
    })),
  ]
  return all.sort((a, b) => a.at - b.at).map(({ at: _, ...notice }) => ({ ...notice, link }))
}
