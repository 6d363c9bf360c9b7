import type { ContentId } from '#contract/ids.ts'
import { ID_MAX } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { linkPicture, pageTags } from '../../pageTags.ts'
import { type HeadOf, keptHead, MISSING } from '../../plugins/pageHead.ts'
import type { ListPages } from '../../site/sitemap.ts'
import { linkedData } from './linkedData.ts'
import { type ContentRow, contentRepository as contents } from './repository.ts'

const NEWS_PAGE = /^\/discordia\/news\/([^/]+)\/*$/i
/** In the sitemap; older items are found through the others. */
const LISTED_MAX = 10_000

const pathOf = (id: ContentId): string => `/discordia/news/${id}`

/** The head of the page of a news item or event; for an id that none has, 404. */
export const contentHead =
  ({ db, clock, answers, settings }: Deps): HeadOf =>
  async ({ path }) => {
    const [, text] = NEWS_PAGE.exec(path) ?? []
    if (text === undefined) return null
    const id = Number(text) as ContentId
    if (!(Number.isInteger(id) && id >= 1 && id <= ID_MAX)) return MISSING
    return keptHead(answers, 'contents', String(id), async () => {
      const row = await contents.published(db, id, clock())
      if (row === undefined) throw errors.notFound()
      return headTags(settings.publicUrl, row)
    })
  }

function headTags(publicUrl: string, row: ContentRow): string {
  const picture = linkPicture(publicUrl, row.picture)
  return pageTags(
    { publicUrl },
    {
      title: row.title,
      description: row.short_description,
      path: pathOf(row.id),
      type: 'article',
      picture,
      publishedAt: row.publish_at,
      linkedData: linkedData(publicUrl, row, picture),
    },
  )
}

/** For the sitemap. */
export const contentPages =
  ({ db, clock }: Deps): ListPages =>
  async () =>
    (await contents.pages(db, clock(), LISTED_MAX)).map(({ id, updated_at }) => ({
      path: pathOf(id),
      changedAt: updated_at,
    }))
