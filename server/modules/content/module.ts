import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audience, Belongings, PreviewLink } from '#contract/content.ts'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { MINUTE_MS } from '../../config/time.ts'
import {
  deleteRow,
  findRow,
  type HasDb,
  insertColumns,
  lockRow,
  type Read,
  type RowChange,
  type RowOf,
} from '../../db/rows.ts'
import { assertFound } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, crudRoutes, type Editable, orderedRoutes, presentOne } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { translationColumns } from '../../desk/translations.ts'
import { pictureChange, release } from '../../desk/uploads.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import { withdrawAll } from '../../mail/outbox.ts'
import { searchedColumns } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import { type CallRead, reading, type Work } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { columnsOf, NO_REGISTRATION, registrationColumns, timestampOf } from './columns.ts'
import { draftAt, unusedFiles } from './copies.ts'
import { presentForDesk } from './deskRows.ts'
import { embedRoutes } from './embed.ts'
import { eventKinds, listEventKinds } from './eventKinds.ts'
import { feedLinks } from './feeds.ts'
import { listSiteNotices } from './notices.ts'
import { offerRoutes, type ReadProgramme } from './offers.ts'
import { contentHead, contentPages } from './pageHead.ts'
import {
  assertMayCancel,
  assertMayCloseRegistration,
  assertMayPublish,
  assertMayUnpublish,
  assertNotPublic,
  assertSameKind,
  assertSeatsFor,
  hasAppeared,
} from './policy.ts'
import { framePreviews, PREVIEW_PARAM, previewTokens } from './preview.ts'
import {
  contentLinks,
  contentStates,
  countPictures,
  countTaken,
  isShownOnce,
  nextChange,
} from './repository.ts'
import { decideLater, endSeries, newSeries, seriesChange } from './series.ts'
import { makeExtender } from './seriesJob.ts'
import { contentReads, contentRoutes } from './siteRoutes.ts'
import {
  assertPlaced,
  changeTables,
  moveTables,
  placedBody,
  programmeColumns,
  stopLeading,
  tableData,
  withTables,
} from './tableRepository.ts'

export const content = {
  gives: { listEventKinds, listSiteNotices, stopLeading },
  make: (others: Others): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open(open) {
          contentRoutes(open, visitors)
          embedRoutes(open, visitors)
        },
        member: (member) => offerRoutes(member, deps, others.readProgramme),
        pages: (app) => framePreviews(app, deps),
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: contentReads(visitors),
        headOf: contentHead(visitors),
        listPages: contentPages(visitors),
        everyPage: feedLinks,
        pageFeatures: [
          'feeds',
          'list_link',
          'list_series',
          'month_view',
          ...(deps.settings.languages.length > 1 ? (['list_language'] as const) : []),
        ],
        expiry: { contents: () => nextChange(reading(visitors)) },
      }
    },
    desk: (desk, deps) => contentDeskRoutes(desk, deps, others),
    jobs: [makeExtender],
    queues: (now) => ({
      contents: { table: 'contents', since: 'waits_since', waits: contentStates(now).offered },
    }),
    personalData: tableData,
    pictureTexts: [{ table: 'contents', column: 'description', key: 'id' }],
    links: contentLinks,
    transfers: { contents: new URL('./transfer.ts', import.meta.url) },
  }),
}

type Row = RowOf<'contents'>
type Declined = { readonly evening: ContentId; readonly title: string; readonly reason: string }
type Others = Belonging & {
  /** Subscribers who would be notified of an article that is published now; null once all were. */
  readonly countUnnotified: (w: Read, id: ContentId) => Promise<number | null>
  /** Suspends offers until the event is public. */
  readonly suspendOffers: (w: HasDb, id: ContentId) => Promise<void>
  readonly readProgramme: ReadProgramme
  readonly mailDeclined: (w: Work, leader: MemberId, about: Declined) => void
}

/** News and events. Every change increments `sequence`: calendars compare it. */
function contentDeskRoutes(desk: App, deps: Deps, others: Others): void {
  const options = { clears: ['contents'] } as const
  const contents = editable(others)
  const deciding =
    (decide: Decide, isOf: (w: Read, row: Row) => boolean = () => true) =>
    (w: DeskWork, { params, ...sent }: Sending) =>
      changeRow(w, contents, params.id, async (row) => {
        const body = sent.body ?? {}
        if (body.scope === 'later')
          await decideLater(w, row, async (date) =>
            isOf(w, date) ? decide(w, date, { at: body.at }) : undefined,
          )
        return decide(w, row, body)
      })
  const publish: Decide = async (w, row, { at }) => {
    assertMayPublish(row)
    await assertPlaced(w, row, true)
    const tables = await changeTables(w, row, 'published')
    for (const id of [row.id, ...tables]) await others.suspendOffers(w, id)
    const publish_at = at == null ? w.now : timestampOf(at, 'at')
    // Staff look for a leader of a table that comes back without one.
    const waits_since = row.publish_at === null ? null : row.waits_since
    return { publish_at, unpublished_at: null, waits_since, ...changed(w, row) }
  }
  crudRoutes(desk, deps, contents)
  orderedRoutes(desk, deps, eventKinds)
  changeRoute(desk, deps, 'contents', 'publish', deciding(publish, isHidden), options)
  changeRoute(desk, deps, 'contents', 'unpublish', deciding(unpublished, isUnpublishable), options)
  changeRoute(desk, deps, 'contents', 'cancel', deciding(cancelled), options)
  changeRoute(desk, deps, 'contents', 'decline', async (w, { params, body }) => {
    const row = await lockRow(w.db, 'contents', params.id)
    assertFound(row)
    const { led_by, parent_id, title } = row
    if (row.waits_since === null || row.publish_at !== null || parent_id === null)
      throw deskErrors.wrongState('not_offered')
    const response = await presentOne(contents, w, row)
    const reason = body.reason.trim()
    if (led_by !== null) others.mailDeclined(w, led_by, { evening: parent_id, title, reason })
    await deleteRow(w.db, 'contents', row.id)
    return { record: row.id, before: response, after: { title, reason }, response }
  })
  changeRoute(desk, deps, 'contents', 'keepOpen', (w, { params }) =>
    changeRow(w, contents, params.id, lookedAt),
  )
  changeRoute(desk, deps, 'contents', 'copy', async (w, { params, body }) => {
    const row = await lockRow(w.db, 'contents', params.id)
    assertFound(row)
    if (row.kind !== 'event' || row.parent_id !== null) throw deskErrors.wrongState('events_only')
    const starts_at = timestampOf(body.starts_at, 'starts_at')
    const copy = await insertColumns(w.db, 'contents', draftAt(w, row, starts_at))
    const response = await presentOne(contents, w, copy)
    return { record: copy.id, before: null, after: response, response }
  })
  readRoute(desk, deps, 'contents', 'audience', countAudience(others))
  readRoute(desk, deps, 'contents', 'countBelongings', (w, { body }) =>
    countBelongings(others, w, body.ids),
  )
  readRoute(desk, deps, 'contents', 'previewLink', makePreviewLink)
}

const editable = (others: Others): Editable<'contents', 'contents'> => ({
  resource: 'contents',
  table: 'contents',
  clears: 'contents',
  list: {
    sortable: ['kind', 'title', 'starts_at', 'ends_at', 'publish_at', 'created_at', 'updated_at'],
    filterable: [
      ...(['kind', 'event_scope', 'event_type', 'event_kind_id', 'language', 'series_id'] as const),
      'parent_id',
    ],
    searched: ['title', 'short_description', 'description'],
    states: contentStates,
    folded: {
      one: isShownOnce,
      beside: ['kind'],
    },
    sort: ['id', 'desc'],
  },
  present: presentForDesk,
  async create(w, sent) {
    const body = await placedBody(w, sent, null)
    const picture = await pictureChange(w, body, null)
    const fresh = { kind: body.kind, uid: randomUUID(), created_at: w.now, updated_at: w.now }
    const translation = await translationColumns(w, { table: 'contents', before: null }, body)
    const texts = { ...columnsOf(body), ...translation, ...(await programmeColumns(w, body, null)) }
    const columns = { ...texts, ...registrationColumns(body, null), ...picture, ...fresh }
    const series = body.repeats
      ? await newSeries(w, { sent: columns, repeats: body.repeats })
      : undefined
    return { ...series, columns: { ...columns, ...series?.columns } }
  },
  async update(w, sent, before) {
    assertSameKind(before, sent)
    const body = await placedBody(w, sent, before)
    const registration = registrationColumns(body, before)
    if (registration.seats === null) assertMayCloseRegistration(w, before)
    await assertSeats(w, before, registration)
    const picture = await pictureChange(w, body, null)
    const translation = await translationColumns(w, { table: 'contents', before }, body)
    const texts = { ...columnsOf(body), ...translation }
    const programme = await programmeColumns(w, body, before)
    const own = { ...registration, ...picture, ...programme, ...LOOKED_AT }
    const columns = { ...texts, ...own, ...changed(w, before) }
    const { parent_id, slot, led_by } = { ...before, ...columns }
    if (before.publish_at !== null && before.cancelled_at === null)
      await assertPlaced(w, { id: before.id, parent_id, slot, led_by }, false)
    const alike = async (date: Row, change: RowChange<'contents'>) => {
      await assertSeats(w, date, change)
      const after = { ...date, ...change }
      if (after.seats === null) assertMayCloseRegistration(w, date)
      const { title, short_description, description } = after
      return {
        ...change,
        ...(after.seats === null && NO_REGISTRATION),
        ...searchedColumns(title, [short_description, description]),
        ...changed(w, date),
      }
    }
    const series = await seriesChange(w, { body, before, sent: columns, alike })
    return {
      columns: { ...columns, ...series.columns },
      async attach(id) {
        await series.attach?.(id)
        await moveTables(w, before.id)
        const replaced = [
          ...(picture.picture === undefined ? [] : [before]),
          ...(series.replaced ?? []),
        ]
        for (const row of replaced) await release(w, await unusedFiles(row, w))
      },
    }
  },
  assertMayRemove: assertNotPublic,
  removeWith: removeBelongings(others),
  filesOf: unusedFiles,
})

const assertSeats = async (w: HasDb, before: Row, { seats = null }: RowChange<'contents'>) =>
  assertSeatsFor((await countTaken(w, [before.id])).get(before.id), before, { seats })

const changed = (w: Read, { sequence }: Row) => ({
  sequence: Math.min(sequence + 1, ID_MAX),
  updated_at: w.now,
})

const isUnpublishable = (_w: Read, { publish_at, unpublished_at }: Row) =>
  publish_at !== null && unpublished_at === null
const isHidden = (w: Read, row: Row) => row.unpublished_at !== null || !hasAppeared(w, row)

type OneContent = { readonly params: { readonly id: number } }
type Decided = Partial<Sent<'contents', 'publish'>['body']>
type Sending = OneContent & { readonly body?: Decided | undefined }
/** Decides of one date; `scope` is that of the date which the call names. */
type Decide = (
  w: DeskWork,
  row: Row,
  body: Decided,
) => Promise<RowChange<'contents'>> | RowChange<'contents'>

/** An article that was only scheduled becomes a draft again. */
async function unpublished(w: Read, row: Row): Promise<RowChange<'contents'>> {
  assertMayUnpublish(row)
  if (hasAppeared(w, row)) await changeTables(w, row, 'unpublished')
  const change = hasAppeared(w, row) ? { unpublished_at: w.now } : { publish_at: null }
  return { ...change, ...changed(w, row) }
}

async function cancelled(w: DeskWork, row: Row, { scope }: Decided) {
  assertMayCancel(row)
  if (scope === 'later') await endSeries(w, row)
  await changeTables(w, row, 'cancelled')
  return { cancelled_at: w.now, ...changed(w, row) }
}

/** Staff know that the event is open to everybody. */
const LOOKED_AT = { opened_at: null, open_to: null } as const
/** Leaves `sequence` as it is: calendars have nothing to compare. */
const lookedAt = (row: Row) => ({
  ...LOOKED_AT,
  ...(row.publish_at !== null && { waits_since: null }),
})

const countAudience =
  ({ countUnnotified }: Others) =>
  async (w: Read, { params }: OneContent): Promise<Audience> => {
    const row = await findRow(w.db, 'contents', params.id)
    assertFound(row)
    if (row.parent_id !== null) return { members: 0, silence: 'table' }
    if (row.kind === 'event' && (row.ends_at ?? 0) <= w.now) return { members: 0, silence: 'over' }
    const members = await countUnnotified(w, row.id)
    return { members: members ?? 0, silence: members === null ? 'told' : null }
  }

async function makePreviewLink(
  { db, now, jwtSecret, settings }: CallRead,
  { params }: OneContent,
  { headers, protocol, host }: FastifyRequest,
): Promise<PreviewLink> {
  const row = await findRow(db, 'contents', params.id)
  assertFound(row)
  const id: ContentId = row.id
  const expires = now + PREVIEW_MINUTES * MINUTE_MS
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
): Promise<Belongings> => {
  const all = await withTables(w, ids)
  return {
    ...(await others.countOfEvents(w, all)),
    pictures: await countPictures(w, all),
    mails: (await listMails(others, w, all)).length,
  }
}

/** Deletes the mails, which would find no article any more. @returns what goes with the article, for the audit log */
const removeBelongings =
  (others: Belonging) =>
  async (w: DeskWork, { id }: RowOf<'contents'>): Promise<object> => {
    const ids = [id]
    const { signed_up: _ahead, ...counts } = await countBelongings(others, w, ids)
    await withdrawAll(w, await listMails(others, w, await withTables(w, ids)))
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
