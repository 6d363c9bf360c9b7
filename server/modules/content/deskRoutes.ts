import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import type { Audience, PreviewLink } from '#contract/schemas/content.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import { findRow, type RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, crudRoutes, type Editable } from '../../desk/crud.ts'
import { listTranslations, translationColumns } from '../../desk/translations.ts'
import { pictureChange } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import { type Belonging, countBelongings, removeBelongings } from './belongings.ts'
import { columnsOf, timestampOf } from './columns.ts'
import {
  assertMayCancel,
  assertMayCloseRegistration,
  assertMayPublish,
  assertMayUnpublish,
  assertNotPublic,
  assertSameKind,
} from './policy.ts'
import { presentForDesk } from './present.ts'
import { PREVIEW_PARAM, previewTokens } from './preview.ts'
import { registrationColumns } from './registrationColumns.ts'
import { contentStates } from './repository.ts'

type Row = RowOf<'contents'>
export type Others = Belonging & {
  /** Subscribers who would be notified of an article that is published now; null once all were. */
  readonly countUnnotified: (db: Db, id: ContentId, now: number) => Promise<number | null>
  /** Suspends offers until the event is public. */
  readonly suspendOffers: (tx: Db, id: ContentId) => Promise<void>
}

/** News and events. Every change increments `sequence`: calendars compare it. */
export function contentDeskModule(desk: App, deps: Deps, others: Others): void {
  const options = { clears: ['contents'] } as const
  crudRoutes(desk, deps, { ...contents, removeWith: removeBelongings(others) })
  changeRoute(desk, deps, 'contents', 'publish', publish(others), options)
  changeRoute(desk, deps, 'contents', 'unpublish', unpublish, options)
  changeRoute(desk, deps, 'contents', 'cancel', cancel, options)
  changeRoute(desk, deps, 'contents', 'keepOpen', keepOpen)
  readRoute(desk, deps, 'contents', 'audience', countAudience(others))
  readRoute(desk, deps, 'contents', 'countBelongings', ({ db, clock }, { body }) =>
    countBelongings(others, db, body.ids, clock()),
  )
  readRoute(desk, deps, 'contents', 'previewLink', makePreviewLink)
}

const contents: Editable<'contents', 'contents'> = {
  resource: 'contents',
  table: 'contents',
  clears: 'contents',
  list: {
    sortable: ['kind', 'title', 'starts_at', 'ends_at', 'publish_at', 'created_at', 'updated_at'],
    filterable: ['kind', 'event_scope', 'event_type', 'language'],
    searched: ['title', 'short_description', 'description'],
    states: contentStates,
    sort: ['id', 'desc'],
  },
  async present(db, rows, now) {
    const translations = await listTranslations(db, 'contents', rows)
    return rows.map((row) => presentForDesk(row, translations(row)[0], now))
  },
  async create(context, body) {
    const { now } = context
    const { columns } = await pictureChange(context, body, null)
    const fresh = { kind: body.kind, uid: randomUUID(), created_at: now, updated_at: now }
    const translation = await translationColumns(context, 'contents', body, null)
    const texts = { ...columnsOf(body), ...translation }
    return { columns: { ...texts, ...registrationColumns(body, null), ...columns, ...fresh } }
  },
  async update(context, body, before) {
    assertSameKind(before, body)
    const registration = registrationColumns(body, before)
    if (registration.seats === null) assertMayCloseRegistration(before, timeOf(before, context.now))
    const picture = await pictureChange(context, body, before)
    const translation = await translationColumns(context, 'contents', body, before)
    const texts = { ...columnsOf(body), ...translation }
    const columns = { ...texts, ...registration, ...picture.columns, ...LOOKED_AT }
    return {
      columns: { ...columns, ...changed(before, context.now) },
      afterwards: picture.afterwards,
    }
  },
  mayRemove: (row, now) => assertNotPublic(row, timeOf(row, now)),
  filesOf: ({ picture }) => pictureFiles(picture),
}

const changed = ({ sequence }: Row, now: number) => ({
  sequence: Math.min(sequence + 1, ID_MAX),
  updated_at: now,
})

/**
 * Time of a change that waited for another one: never earlier, although it began before, or by a clock that is behind.
 */
const timeOf = ({ updated_at }: Row, now: number): number => Math.max(now, updated_at)

type OneContent = { readonly params: { readonly id: number } }

const publish =
  ({ suspendOffers }: Others) =>
  (context: ChangeContext, { params, body }: Sent<'contents', 'publish'>) =>
    changeRow(context, contents, params.id, async (row) => {
      const { tx, now } = context
      assertMayPublish(row)
      const publish_at = body.at == null ? now : timestampOf(body.at, 'at')
      await suspendOffers(tx, row.id)
      return { publish_at, unpublished_at: null, ...changed(row, now) }
    })

/** An article that was only scheduled becomes a draft again. */
const unpublish = (context: ChangeContext, { params }: OneContent) =>
  changeRow(context, contents, params.id, (row) => {
    assertMayUnpublish(row)
    const { now } = context
    const wasPublic = row.publish_at !== null && row.publish_at <= timeOf(row, now)
    const change = wasPublic ? { unpublished_at: now } : { publish_at: null }
    return { ...change, ...changed(row, now) }
  })

const cancel = (context: ChangeContext, { params }: OneContent) =>
  changeRow(context, contents, params.id, (row) => {
    assertMayCancel(row)
    return { cancelled_at: context.now, ...changed(row, context.now) }
  })

/** Staff know that the event is open to everybody. */
const LOOKED_AT = { opened_at: null, open_to: null }

/** Leaves `sequence` as it is: calendars have nothing to compare. */
const keepOpen = (context: ChangeContext, { params }: OneContent) =>
  changeRow(context, contents, params.id, () => LOOKED_AT)

const countAudience =
  ({ countUnnotified }: Others) =>
  async ({ db, clock }: Deps, { params }: OneContent): Promise<Audience> => {
    const row = await findRow(db, 'contents', params.id)
    assertFound(row)
    const now = clock()
    if (row.kind === 'event' && (row.ends_at ?? 0) <= now) return { members: 0, silence: 'over' }
    const members = await countUnnotified(db, row.id, now)
    return { members: members ?? 0, silence: members === null ? 'told' : null }
  }

async function makePreviewLink(
  { db, clock, jwtSecret, settings }: Deps,
  { params }: OneContent,
  { headers, protocol, host }: FastifyRequest,
): Promise<PreviewLink> {
  const row = await findRow(db, 'contents', params.id)
  assertFound(row)
  const id: ContentId = row.id
  const expires = clock() + PREVIEW_MINUTES * MINUTE_MS
  // The guard has checked the origin; browsers leave it out of some requests.
  const frame = headers.origin ?? `${protocol}://${host}`
  const token = previewTokens(jwtSecret).tokenOf({ id, expires, frame })
  return {
    url: `${settings.publicUrl}/discordia/news/${id}?${PREVIEW_PARAM}=${token}`,
    expires_at: iso(expires),
  }
}
