import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audience, Belongings, DeskContent, PreviewLink } from '#contract/content.ts'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import type { ContentState } from '#contract/sets.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import { findRow, type HasDb, type Read, type RowChange, type RowOf } from '../../db/rows.ts'
import { assertFound } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, crudRoutes, type Editable, orderedRoutes } from '../../desk/crud.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { languageField, listTranslations, translationColumns } from '../../desk/translations.ts'
import { pictureChange } from '../../desk/uploads.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import { withdrawAll } from '../../mail/outbox.ts'
import { iso } from '../../text/time.ts'
import { type CallRead, reading, type WorkOf } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { columnsOf, questionsOf, registrationColumns, timestampOf } from './columns.ts'
import { eventKinds, listEventKinds } from './eventKinds.ts'
import { feedLinks } from './feeds.ts'
import { contentHead, contentPages } from './pageHead.ts'
import {
  assertMayCancel,
  assertMayCloseRegistration,
  assertMayPublish,
  assertMayUnpublish,
  assertNotPublic,
  assertSameKind,
  hasAppeared,
} from './policy.ts'
import { framePreviews, PREVIEW_PARAM, previewTokens } from './preview.ts'
import {
  type ContentRow,
  contentLinks,
  contentStates,
  countPictures,
  nextChange,
} from './repository.ts'
import { contentReads, contentRoutes } from './siteRoutes.ts'

export const content = {
  gives: { listEventKinds },
  make: (others: Others): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open: (open) => contentRoutes(open, visitors),
        pages: (app) => framePreviews(app, deps),
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: contentReads(visitors),
        headOf: contentHead(visitors),
        listPages: contentPages(visitors),
        everyPage: feedLinks,
        pageFeatures: [
          'feeds',
          'list_link',
          ...(deps.settings.languages.length > 1 ? (['list_language'] as const) : []),
        ],
        expiry: { contents: () => nextChange(reading(visitors)) },
      }
    },
    desk: (desk, deps) => contentDeskRoutes(desk, deps, others),
    pictureTexts: [{ table: 'contents', column: 'description', key: 'id' }],
    links: contentLinks,
    transfers: { contents: new URL('./transfer.ts', import.meta.url) },
  }),
}

type Row = RowOf<'contents'>
type Others = Belonging & {
  /** Subscribers who would be notified of an article that is published now; null once all were. */
  readonly countUnnotified: (w: Read, id: ContentId) => Promise<number | null>
  /** Suspends offers until the event is public. */
  readonly suspendOffers: (w: HasDb, id: ContentId) => Promise<void>
  /** Seats that are taken or offered, by event. */
  readonly countTaken: (w: HasDb, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
}

/** News and events. Every change increments `sequence`: calendars compare it. */
function contentDeskRoutes(desk: App, deps: Deps, others: Others): void {
  const options = { clears: ['contents'] } as const
  const contents = editable(others)
  const deciding =
    (decide: (w: Read, row: Row) => RowChange<'contents'>) =>
    (w: DeskWork, { params }: OneContent) =>
      changeRow(w, contents, params.id, (row) => decide(w, row))
  const publish = (w: WorkOf<DeskWork>, { params, body }: Sent<'contents', 'publish'>) =>
    changeRow(w, contents, params.id, async (row) => {
      assertMayPublish(row)
      const publish_at = body.at == null ? w.now : timestampOf(body.at, 'at')
      await others.suspendOffers(w, row.id)
      return { publish_at, unpublished_at: null, ...changed(w, row) }
    })
  crudRoutes(desk, deps, contents)
  orderedRoutes(desk, deps, eventKinds)
  changeRoute(desk, deps, 'contents', 'publish', publish, options)
  changeRoute(desk, deps, 'contents', 'unpublish', deciding(unpublished), options)
  changeRoute(desk, deps, 'contents', 'cancel', deciding(cancelled), options)
  changeRoute(desk, deps, 'contents', 'keepOpen', deciding(lookedAt))
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
    filterable: ['kind', 'event_scope', 'event_type', 'event_kind_id', 'language'],
    searched: ['title', 'short_description', 'description'],
    states: contentStates,
    sort: ['id', 'desc'],
  },
  async present(w, rows) {
    const translations = await listTranslations(w, 'contents', rows)
    const ids = rows.map(({ id }) => id)
    const taken = await others.countTaken(w, ids)
    return rows.map((row) => ({
      ...presentForDesk(w, row, translations(row)[0]),
      taken: taken.get(row.id) ?? 0,
    }))
  },
  async create(w, body) {
    const picture = await pictureChange(w, body, null)
    const fresh = { kind: body.kind, uid: randomUUID(), created_at: w.now, updated_at: w.now }
    const translation = await translationColumns(w, { table: 'contents', before: null }, body)
    const texts = { ...columnsOf(body), ...translation }
    return { columns: { ...texts, ...registrationColumns(body, null), ...picture, ...fresh } }
  },
  async update(w, body, before) {
    assertSameKind(before, body)
    const registration = registrationColumns(body, before)
    if (registration.seats === null) assertMayCloseRegistration(w, before)
    const picture = await pictureChange(w, body, before)
    const translation = await translationColumns(w, { table: 'contents', before }, body)
    const texts = { ...columnsOf(body), ...translation }
    const columns = { ...texts, ...registration, ...picture, ...LOOKED_AT }
    return { columns: { ...columns, ...changed(w, before) } }
  },
  assertMayRemove: assertNotPublic,
  removeWith: removeBelongings(others),
  filesOf: ({ picture }) => pictureFiles(picture),
})

const changed = (w: Read, { sequence }: Row) => ({
  sequence: Math.min(sequence + 1, ID_MAX),
  updated_at: w.now,
})

type OneContent = { readonly params: { readonly id: number } }

/** An article that was only scheduled becomes a draft again. */
function unpublished(w: Read, row: Row): RowChange<'contents'> {
  assertMayUnpublish(row)
  const change = hasAppeared(w, row) ? { unpublished_at: w.now } : { publish_at: null }
  return { ...change, ...changed(w, row) }
}

function cancelled(w: Read, row: Row): RowChange<'contents'> {
  assertMayCancel(row)
  return { cancelled_at: w.now, ...changed(w, row) }
}

/** Staff know that the event is open to everybody. */
const LOOKED_AT = { opened_at: null, open_to: null }
/** Leaves `sequence` as it is: calendars have nothing to compare. */
const lookedAt = () => LOOKED_AT

const countAudience =
  ({ countUnnotified }: Others) =>
  async (w: Read, { params }: OneContent): Promise<Audience> => {
    const row = await findRow(w.db, 'contents', params.id)
    assertFound(row)
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

function presentForDesk(
  w: Read,
  row: ContentRow,
  translation: { readonly id: number } | undefined,
): Omit<DeskContent, 'taken'> {
  const { uid, transfer_key, title_key, search_text, translation_group, language, ...shown } =
    withIsoTimes(row)
  return {
    ...shown,
    ...languageField({ language }),
    ...(translation && { translation_of: translation.id }),
    questions: questionsOf(row),
    picture: deskPicture(row.picture),
    state: stateOf(w, row),
  }
}

/** The same as `contentStates` of the repository. */
function stateOf(w: Read, { publish_at, unpublished_at, cancelled_at }: ContentRow): ContentState {
  if (unpublished_at !== null) return 'unpublished'
  if (cancelled_at !== null) return 'cancelled'
  if (publish_at === null) return 'draft'
  return publish_at > w.now ? 'scheduled' : 'published'
}
