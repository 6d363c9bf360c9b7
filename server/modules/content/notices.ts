import { idsOf } from '../../db/search.ts'
import { pageAddress } from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { timeInMail } from '../../text/time.ts'
import type { HookRow } from '../hooks/repository.ts'
import type { HookWork, TimedNotice } from '../hooks/run.ts'
import { countTaken, listPublishedSince } from './repository.ts'

/** What a hook of the site sends: what was published since it was set, with free seats of events. Oldest first. */
export async function listSiteNotices(
  w: HookWork,
  { name, created_at: since }: Pick<HookRow, 'name' | 'created_at'>,
  kit: Kit,
): Promise<TimedNotice[]> {
  const listed = { language: kit.language, main: mainLanguage(kit) }
  const rows = await listPublishedSince(w, listed, { isNews: name === 'news', since })
  const taken = await countTaken(w, idsOf(rows))
  const texts = kit.texts.feeds
  const reading = { zone: w.settings.timeZone, now: 0, language: kit.language }
  return rows.map((row) => {
    const { kind, seats, starts_at, ends_at } = row
    const isOver = row.cancelled_at !== null
    const time = kind === 'event' ? timeInMail(starts_at, ends_at, reading) : row.short_description
    const count = Math.max(0, (seats ?? 0) - (taken.get(row.id) ?? 0))
    const left = seats === null || isOver ? '' : fillIn(texts.hook.left, { count, seats })
    return {
      thing: `${kind}:${row.id}`,
      title: isOver ? `${texts.cancelled}: ${row.title}` : row.title,
      lines: [time, row.location ?? '', left].filter(Boolean),
      link: pageAddress(w.settings, row),
      isOver,
    }
  })
}
