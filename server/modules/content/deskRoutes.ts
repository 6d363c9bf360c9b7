import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audience, Belongings, PreviewLink } from '#contract/content.ts'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import { findRow, type RowOf } from '../../db/rows.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { assertFound } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, crudRoutes, type Editable } from '../../desk/crud.ts'
import { listTranslations, translationColumns } from '../../desk/translations.ts'
import { pictureChange } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { withdrawAll } from '../../mail/outbox.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { columnsOf, registrationColumns, timestampOf } from './columns.ts'
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
import { contentStates, countPictures } from './repository.ts'

type Row = RowOf<'contents'>
export type Others = Belonging & {
  /** Subscribers who would be notified of an article that is published now; null once all were. */
  readonly countUnnotified: (w: Read, id: ContentId) => Promise<number | null>
  /** Suspends offers until the event is public. */
  readonly suspendOffers: (w: HasDb, id: ContentId) => Promise<void>
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
    countBelongings(others, { db, now: clock() }, body.ids),
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
  async present(w, rows) {
    const translations = await listTranslations(w, 'contents', rows)
    return rows.map((row) => presentForDesk(row, translations(row)[0], w.now))
  },
  async create(w, body) {
    const picture = await pictureChange(w, body, null)
    const fresh = { kind: body.kind, uid: randomUUID(), created_at: w.now, updated_at: w.now }
    const translation = await translationColumns(w, 'contents', body, null)
    const texts = { ...columnsOf(body), ...translation }
    return { columns: { ...texts, ...registrationColumns(body, null), ...picture, ...fresh } }
  },
  async update(w, body, before) {
    assertSameKind(before, body)
    const registration = registrationColumns(body, before)
    if (registration.seats === null) assertMayCloseRegistration(before, timeOf(before, w.now))
    const picture = await pictureChange(w, body, before)
    const translation = await translationColumns(w, 'contents', body, before)
    const texts = { ...columnsOf(body), ...translation }
    const columns = { ...texts, ...registration, ...picture, ...LOOKED_AT }
    return { columns: { ...columns, ...changed(before, w.now) } }
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
  (w: WorkOf<DeskWork>, { params, body }: Sent<'contents', 'publish'>) =>
    changeRow(w, contents, params.id, async (row) => {
      assertMayPublish(row)
      const publish_at = body.at == null ? w.now : timestampOf(body.at, 'at')
      await suspendOffers(w, row.id)
      return { publish_at, unpublished_at: null, ...changed(row, w.now) }
    })

/** An article that was only scheduled becomes a draft again. */
const unpublish = (w: DeskWork, { params }: OneContent) =>
  changeRow(w, contents, params.id, (row) => {
    assertMayUnpublish(row)
    const wasPublic = row.publish_at !== null && row.publish_at <= timeOf(row, w.now)
    const change = wasPublic ? { unpublished_at: w.now } : { publish_at: null }
    return { ...change, ...changed(row, w.now) }
  })

const cancel = (w: DeskWork, { params }: OneContent) =>
  changeRow(w, contents, params.id, (row) => {
    assertMayCancel(row)
    return { cancelled_at: w.now, ...changed(row, w.now) }
  })

/** Staff know that the event is open to everybody. */
const LOOKED_AT = { opened_at: null, open_to: null }

/** Leaves `sequence` as it is: calendars have nothing to compare. */
const keepOpen = (w: DeskWork, { params }: OneContent) =>
  changeRow(w, contents, params.id, () => LOOKED_AT)

const countAudience =
  ({ countUnnotified }: Others) =>
  async ({ db, clock }: Deps, { params }: OneContent): Promise<Audience> => {
    const row = await findRow(db, 'contents', params.id)
    assertFound(row)
    const now = clock()
    if (row.kind === 'event' && (row.ends_at ?? 0) <= now) return { members: 0, silence: 'over' }
    const members = await countUnnotified({ db, now }, row.id)
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

type Unsent = (w: HasDb, articles: readonly ContentId[]) => Promise<number[]>

/** What other modules keep about articles. Foreign keys delete all of it but the mails. */
type Belonging = {
  readonly countOfEvents: (
    w: Read,
    events: readonly ContentId[],
  ) => Promise<Pick<Belongings, 'registrations' | 'signed_up' | 'messages'>>
  readonly listUnsentOfEvents: Unsent
  readonly listUnsentAbout: Unsent
}

const listMails = async (
  { listUnsentOfEvents, listUnsentAbout }: Belonging,
  ...of: Parameters<Unsent>
): Promise<number[]> => [...(await listUnsentOfEvents(...of)), ...(await listUnsentAbout(...of))]

/** What goes with articles when they are deleted. */
const countBelongings = async (
  others: Belonging,
  w: Read,
  ids: readonly ContentId[],
): Promise<Belongings> => ({
  ...(await others.countOfEvents(w, ids)),
  pictures: await countPictures(w, ids),
  mails: (await listMails(others, w, ids)).length,
})

/** Deletes the mails, which would find no article any more. @returns what goes with the article, for the audit log */
const removeBelongings =
  (others: Belonging) =>
  async (w: DeskWork, { id }: RowOf<'contents'>): Promise<object> => {
    const ids = [id]
    const { signed_up: _ahead, ...counts } = await countBelongings(others, w, ids)
    await withdrawAll(w, await listMails(others, w, ids))
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
