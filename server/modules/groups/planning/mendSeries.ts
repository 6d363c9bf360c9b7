import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planFields.ts'
import { DAY_MS } from '../../../config/time.ts'
import { updateRow } from '../../../db/rows.ts'
import type { Deps } from '../../../http/deps.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { changing, type Work } from '../../../work/work.ts'
import { lockGroup } from '../repository.ts'
import { listSeries, readStored } from './extendRepository.ts'
import { isEndless, occurrencesAfter, occurrencesOf } from './occurrences.ts'
import { deleteDates } from './restRepository.ts'
import { datesAt } from './series.ts'
import {
  type DateRow,
  findSession,
  insertDates,
  listDates,
  listGameAnswers,
} from './sessionRepository.ts'

/** Series that are read at a time. */
const BATCH = 500
const TEXTS = ['title', 'place', 'link', 'notes'] as const
/** A rule may have its next date so much later. */
const NEXT_MS = 300 * DAY_MS

/**
 * Adds the dates that series of earlier versions lack because the clocks skip their time, and takes away what those
 * versions added at the end instead, unless members have answered it, host it or wrote on it. No mail is sent.
 */
export async function mendSeries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const found = await listSeries({ db }, after, BATCH)
    isMore = found.length === BATCH
    after = found.at(-1)?.id ?? after
    for (const { id, group_id, time_zone } of found) {
      const { first, last } = await readStored({ db, now: clock() }, id)
      if (first === null || last === null) continue
      if (zoneClock(time_zone, first, last + NEXT_MS).isEverSkipped(first))
        await changing({ db, clock }, (w) => mend(w, id, group_id, clock))
    }
  }
}

async function mend(w: Work, id: GameSessionId, group_id: GroupId, clock: Deps['clock']) {
  const group = await lockGroup(w, group_id)
  const session = await findSession(w, id)
  const dates = await listDates(w, id)
  const [now, first, last] = [clock(), dates[0], dates.at(-1)]
  if (!group || !session?.rule || session.cancelled_at !== null || !first || !last) return
  const series = { ...session, starts_at: first.planned_at }
  const starts = isEndless(session.rule)
    ? occurrencesAfter(series, first.planned_at, now).filter((at) => at < last.planned_at)
    : occurrencesOf(series, now)
  const { skippedBefore } = zoneClock(session.time_zone, first.planned_at, starts.at(-1) ?? now)
  const missing = starts.filter(
    (at) =>
      at > now &&
      skippedBefore(at, first.planned_at) > 0 &&
      dates.every(({ planned_at }) => planned_at !== at),
  )
  const end = /COUNT=/.test(session.rule) ? (starts.at(-1) ?? last.planned_at) : last.planned_at
  // Zones change their rules, which moves times by hours: that is no further date.
  const added = dates.filter(({ planned_at }) => planned_at > end + DAY_MS / 2)
  if (missing.length + added.length === 0) return
  const ids = added.map((date) => date.id)
  const answered = new Set((await listGameAnswers(w, ids)).map(({ date_id }) => date_id))
  const isUsed = (date: DateRow) =>
    answered.has(date.id) ||
    date.host_id !== null ||
    date.starts_at <= now ||
    date.starts_at !== date.planned_at ||
    TEXTS.some((name) => date[name] !== session[name])
  const kept = added.findLastIndex(isUsed) + 1
  await deleteDates(w, ids.slice(kept))
  const length = session.date_length ?? first.ends_at - first.starts_at
  await insertDates(
    w,
    id,
    missing.map((start) => datesAt(start, length, now)),
  )
  const rule = session.rule.replace(
    /COUNT=(\d+)/,
    (_, count) => `COUNT=${Math.min(REPEATS_MAX, Number(count) + kept)}`,
  )
  // The sequence stays, since no mail is sent: calendar links have a later stamp.
  await updateRow(w.db, 'game_sessions', id, { rule, stamped_at: now })
  w.publish(group.members, { kind: 'group', subject: group_id })
}
