import type { Read } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import type { Deps } from '../../http/deps.ts'
import { pageAddress } from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { countTaken, listPublishedSince } from './repository.ts'

type Asked = { readonly kind: string; readonly since: number; readonly showsDetails: boolean }

/** What a hook of the site tells of: what was published since it was set, with free seats of events. Oldest first. */
export async function listSiteNotices(
  w: Read & Pick<Deps, 'settings'>,
  { kind, since, showsDetails }: Asked,
  kit: Kit,
) {
  const { settings } = w
  const listed = { language: kit.language, main: mainLanguage(settings) }
  const rows = await listPublishedSince(w, listed, {
    kind: kind === 'news' ? 'news' : 'event',
    since,
  })
  const taken = await countTaken(w, idsOf(rows))
  const texts = kit.texts.feeds
  const times = readingIn(settings.timeZone, { clock: () => 0, kit: { current: () => kit } })
  return rows.map((row) => {
    const left = row.seats === null ? null : Math.max(0, row.seats - (taken.get(row.id) ?? 0))
    const isCancelled = row.cancelled_at !== null
    return {
      thing: `content:${row.id}`,
      title: isCancelled ? `${texts.cancelled}: ${row.title}` : row.title,
      lines: [
        row.kind === 'event'
          ? timeInMail(row.starts_at, row.ends_at, times)
          : row.short_description,
        ...(left === null || isCancelled
          ? []
          : [fillIn(texts.hook.left, { count: left, seats: row.seats ?? 0 })]),
        ...(showsDetails ? [row.location ?? ''] : []),
      ].filter(Boolean),
      link: pageAddress(settings, row),
    }
  })
}
