import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { ContentKind } from '#contract/sets.ts'
import { excerptIn, groupOf } from '#shared/search.ts'
import { rowsNear } from '../../db/nearRows.ts'
import type { Read } from '../../db/rows.ts'
import { bestOf, idsOf, inOrderOf, rankedHits, type Searched } from '../../db/search.ts'
import { isListedContent, type Listed } from '../../db/translated.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { iso } from '../../text/time.ts'
import { listByIds, nextChange } from './repository.ts'

const CONTENTS: Searched = { table: 'contents', texts: 'content_fts', titles: 'content_fts' }

/** Published articles `e`; of events, those that are not over. */
const shown = (sought: Pick<Read, 'now'> & Listed): RawBuilder<SqlBool> => sql`(
  e.publish_at <= ${sought.now} and e.unpublished_at is null and e.parent_id is null and (e.kind = 'news' or (
    e.ends_at > ${sought.now} and (e.cancelled_at is null or e.cancelled_at >= e.publish_at)))
  and ${isListedContent(sought, { ...sought, series: 'once' }, 'e')})`

/** News, newest first, and events, soonest first. */
const ORDER = sql`case when e.kind = 'news' then -e.publish_at else e.starts_at end,
  case when e.kind = 'news' then -e.id else e.id end`

type Hit = { readonly id: ContentId; readonly title_key: string; readonly kind: ContentKind }

/** News and events, matches in titles first. */
export const source: SearchSource = {
  async find(w, sought) {
    const { term, limit, main } = sought
    const near = { searched: CONTENTS, term, condition: shown(sought) }
    const hits = await rankedHits<Hit>(w, near, { columns: sql`, e.kind`, order: ORDER })
    const best = bestOf(hits, ['news', 'event'], limit + 1)
    const rows = inOrderOf(best, await listByIds(w, idsOf(best)))
    return (['news', 'event'] as const).map((kind) => {
      const own = rows.filter((row) => row.kind === kind)
      return groupOf(kind, own, limit, ({ id, title, language, ...row }) => ({
        id,
        title,
        date: iso((kind === 'news' ? row.publish_at : row.starts_at) ?? 0),
        ...languageOf(language, main),
        ...excerptIn([row.short_description, plainText(row.format, row.description)], term),
      }))
    })
  },
  near: (w, sought) =>
    rowsNear(w, { searched: CONTENTS, term: sought.term, condition: shown(sought) }),
  until: nextChange,
}
