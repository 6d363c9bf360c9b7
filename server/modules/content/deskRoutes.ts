import { randomUUID } from 'node:crypto'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import type { ContentId } from '#contract/ids.ts'
import { ID_MAX } from '#contract/limits.ts'
import type { Audience, ContentBody, PreviewLink } from '#contract/schemas/deskContent.ts'
import type { Db } from '../../db/schema.ts'
import { assertThere } from '../../desk/auditedChange.ts'
import { actCall, type CallOf, deskCall } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { Row } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import { forgetPicture, pictureColumn } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentContent } from './deskPresent.ts'
import { contentStates } from './deskRepository.ts'
import {
  assertMayCancel,
  assertMayPublish,
  assertMayUnpublish,
  assertNeverSeen,
  columnsOf,
  timeOf,
} from './policy.ts'
import { PREVIEW_PARAM, previewTokens } from './previewToken.ts'
import type { ContentRow } from './repository.ts'

const asContent = (row: Row) => row as unknown as ContentRow
const clears = ['contents'] as const

/** News and events. Every change makes the sequence grow: calendars compare it. */
export function contentsModule(
  desk: App,
  deps: Deps,
  countUnnotified: (db: Db, id: ContentId, now: number) => Promise<number | null>,
): void {
  const { db, clock, files, settings } = deps
  const { tokenOf } = previewTokens(deps.jwtSecret)
  const contents = makeResource<ContentBody>(deps, 'contents', {
    clears,
    list: {
      table: 'contents',
      sortable: ['kind', 'title', 'starts_at', 'ends_at', 'publish_at', 'created_at', 'updated_at'],
      filterable: ['kind', 'event_scope', 'event_type'],
      searched: ['title', 'short_description', 'description'],
      states: contentStates,
      sort: ['id', 'desc'],
    },
    present: async (_db, rows, now) => rows.map((row) => presentContent(asContent(row), now)),
    async write({ tx, now, who, body, before }) {
      if (before !== undefined && before['kind'] !== body.kind) throw deskErrors.unwanted('kind')
      const { columns, forget } = await pictureColumn(tx, files, {
        id: body.picture_upload,
        before: before?.['picture'],
        who,
      })
      const texts = { ...columnsOf(body), ...columns, updated_at: now }
      if (before !== undefined)
        return { columns: { ...texts, ...grown(before) }, afterwards: forget }
      return { columns: { ...texts, kind: body.kind, uid: randomUUID(), created_at: now } }
    },
    mayRemove: (row) => assertNeverSeen(asContent(row), clock()),
    afterRemoval: (row) => forgetPicture(files, row['picture']),
  })
  contents.read(desk)
  contents.edit(desk)

  const grown = (row: Row): Row => ({
    sequence: Math.min(Number(row['sequence']) + 1, ID_MAX),
  })

  function step(
    call: CallOf<'contents'>,
    decide: (row: ContentRow, now: number, body: { at?: string | null } | undefined) => Row,
  ): void {
    actCall<'contents', { id: number }, { at?: string | null } | undefined>(
      desk,
      deps,
      'contents',
      call,
      {
        clears,
        act: ({ tx, now, body, params }) =>
          contents.change(tx, params.id, (row) => ({
            ...decide(asContent(row), now, body),
            ...grown(row),
            updated_at: now,
          })),
      },
    )
  }

  step('publish', (row, now, body) => {
    assertMayPublish(row)
    return { publish_at: body?.at == null ? now : timeOf(body.at, 'at'), unpublished_at: null }
  })
  step('unpublish', (row, now) => {
    assertMayUnpublish(row)
    // What was only planned becomes a draft again; what was seen is withdrawn.
    const wasSeen = row.publish_at !== null && row.publish_at <= now
    const change: Row = wasSeen ? { unpublished_at: now } : { publish_at: null }
    return change
  })
  step('cancel', (row, now) => {
    assertMayCancel(row)
    return { cancelled_at: now }
  })

  desk.route({
    ...deskCall('contents', 'audience'),
    handler: async ({ params }): Promise<Audience> => {
      const { id } = params as { id: ContentId }
      const found = await contents.rows.one(db, id)
      assertThere(found)
      const now = clock()
      const { kind, ends_at } = asContent(found)
      if (kind === 'event' && (ends_at ?? 0) <= now) return { members: 0, silence: 'over' }
      const members = await countUnnotified(db, id, now)
      return { members: members ?? 0, silence: members === null ? 'told' : null }
    },
  })

  desk.route({
    ...deskCall('contents', 'previewLink'),
    handler: async ({ params, headers, protocol, host }): Promise<PreviewLink> => {
      const { id } = params as { id: ContentId }
      assertThere(await contents.rows.one(db, id))
      const expires = clock() + PREVIEW_MINUTES * 60_000
      // Browsers send it with every change; the guard has made sure that it is the desk's own.
      const frame = headers.origin ?? `${protocol}://${host}`
      const token = tokenOf({ id, expires, frame })
      return {
        url: `${settings.publicUrl}/discordia/news/${id}?${PREVIEW_PARAM}=${token}`,
        expires_at: new Date(expires).toISOString(),
      }
    },
  })
}
