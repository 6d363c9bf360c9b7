import type { FastifyRequest } from 'fastify'
import { DEFAULT_COLOURS } from '#contract/colours.ts'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { KitBook, KitMark, KitPicture, SiteKit, SiteState } from '#contract/siteKit.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { lockTable } from '../../db/dialect.ts'
import { deleteLoose, releaseFiles } from '../../db/looseFiles.ts'
import { publishMessage } from '../../db/messages.ts'
import type { HasDb } from '../../db/rows.ts'
import { assertPerson, auditedChange } from '../../desk/audit.ts'
import { deskRouteOf, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { takeUpload, uploadedFile } from '../../desk/uploads.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import { KIT_TOPIC, takeNewKit } from '../../http/cache/clearing.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { composeKit } from '../../text/kit.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import { type CallRead, changing, reading } from '../../work/work.ts'
import { PDF_BYTES_MAX, pageOfImage, pagesOfPdf, pdfOfPages } from './book.ts'
import { keepingFiles } from './files.ts'
import { storeIcons } from './icons.ts'
import { draftTokens, findBase } from './kit.ts'
import { storeMark } from './mark.ts'
import { cutPicture, storeOriginal } from './pictures.ts'
import { assertSound, assertUnchanged, type Based, listTexts, problemsOf } from './policy.ts'
import {
  findCurrent,
  findDraft,
  hasAllFiles,
  type Icons,
  insertKit,
  listStates,
  replaceDraft,
  valueIn,
} from './repository.ts'

/* Uploads become files of the kit. A value that is saved, or a draft, then names them. */

/** Bytes of a mark; larger ones are no line drawings. */
const MARK_BYTES_MAX = 2 * 1024 * 1024

/** Cuts an upload, or again one that was there before, around another point. */
async function takePicture(
  w: CallRead,
  { params: { slot }, body }: Sent<'site', 'cutPicture'>,
  { deskUser }: FastifyRequest,
): Promise<KitPicture> {
  const { focus } = body
  return keepingFiles(w, async (files) => {
    const parts = { files, gates: w.gates }
    if ('original' in body) return cutPicture(parts, slot, { original: body.original, focus })
    const upload = await bytesOf(w, { deskUser, id: body.upload, bytesMax: IMAGE_BYTES_MAX })
    const { key } = await storeOriginal(parts, upload)
    return cutPicture(parts, slot, { original: key, focus })
  })
}

async function takeMark(
  w: CallRead,
  { body: { upload } }: Sent<'site', 'takeMark'>,
  { deskUser }: FastifyRequest,
): Promise<KitMark> {
  const bytes = await bytesOf(w, { deskUser, id: upload, bytesMax: MARK_BYTES_MAX })
  return keepingFiles(w, (files) => storeMark({ files, gates: w.gates }, bytes))
}

async function takeBook(
  w: CallRead,
  { body }: Sent<'site', 'takeBook'>,
  { deskUser }: FastifyRequest,
): Promise<KitBook> {
  const { title } = body
  if ('pdf' in body) {
    const pdf = await bytesOf(w, { deskUser, id: body.pdf, bytesMax: PDF_BYTES_MAX })
    return keepingFiles(w, (files) => w.gates.images(() => pagesOfPdf(files, pdf, { title })))
  }
  return keepingFiles(w, async (files) => {
    const pages: KitBook['pages'] = []
    for (const upload of body.pages) {
      const bytes = await bytesOf(w, { deskUser, id: upload, bytesMax: IMAGE_BYTES_MAX })
      pages.push(await w.gates.images(() => pageOfImage(files, bytes)))
    }
    return { pages, pdf: await w.gates.images(() => pdfOfPages(files, pages, title)) }
  })
}

type Wanted = Pick<FastifyRequest, 'deskUser'> & { readonly id: string; readonly bytesMax: number }

/**
 * The bytes of an upload, which is used up.
 * @throws Refusal for an upload of another member, and for a file that is too large
 */
async function bytesOf(deps: Deps, { deskUser: actor, id, bytesMax }: Wanted): Promise<Buffer> {
  const { db, files } = deps
  assertPerson(actor)
  const upload = await changing(deps, async (w) => {
    const taken = await takeUpload({ db: w.db, actor }, { id, purpose: 'file', attr: 'upload' })
    await releaseFiles(w.db, [uploadedFile(taken)])
    return taken
  })
  assertOwnKey(upload.file_key)
  try {
    if (upload.size > bytesMax) throw errors.fileTooLarge()
    return await files.bytes(upload.file_key)
  } finally {
    await deleteLoose(db, files, [uploadedFile(upload)])
  }
}

export type Others = {
  /** The texts of the legal page without the kit. */
  readonly legalTextsOf: (deps: Deps) => SiteState['legal']
}

export function siteKitDeskRoutes(desk: App, deps: Deps, { legalTextsOf }: Others): void {
  readRoute(desk, deps, 'site', 'get', async (_deps, _sent, request) => ({
    ...(await stateOf(deps, request)),
    legal: legalTextsOf(deps),
  }))
  readRoute(desk, deps, 'site', 'texts', async ({ db, settings }) =>
    listTexts(settings.languages, (await findBase({ db })).texts),
  )
  readRoute(desk, deps, 'site', 'saveDraft', keepDraft)
  readRoute(desk, deps, 'site', 'previewLink', makePreview)
  readRoute(desk, deps, 'site', 'cutPicture', takePicture)
  readRoute(desk, deps, 'site', 'takeMark', takeMark)
  readRoute(desk, deps, 'site', 'takeBook', takeBook)
  const route = deskRouteOf('site', 'save')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true },
    handler: async (request) => save(reading(deps), request as Sent<'site', 'save'>, request),
  })
}

async function stateOf(
  { db, settings }: Deps,
  { deskUser }: FastifyRequest,
): Promise<Omit<SiteState, 'legal'>> {
  assertPerson(deskUser)
  const states = (await listStates({ db })).map(({ made_at, username, ...row }) => ({
    ...row,
    value: valueIn(row),
    made_at: iso(made_at),
    made_by: username,
  }))
  const [current] = states
  const draft = await findDraft({ db })
  const base = await findBase({ db })
  const { languages } = settings
  const { name, shortName, claim } = composeKit({}, null, { languages, base })
  return {
    id: current?.id ?? 0,
    value: current?.value ?? {},
    draft: draft
      ? {
          base_id: draft.base_id,
          value: valueIn(draft),
          updated_at: iso(draft.updated_at),
          made_by: draft.username,
        }
      : null,
    states,
    defaults: {
      name,
      short_name: shortName,
      claim,
      colours: DEFAULT_COLOURS,
      has_book: base.hasBook,
      hidden: [...base.hidden],
    },
  }
}

/** Locks kit and draft. @throws Refusal where either is another one than the caller has seen */
async function lockSeen(w: HasDb, sent: Based) {
  await lockTable(w.db, 'site_kits')
  await lockTable(w.db, 'site_kit_drafts')
  const [current, draft] = [await findCurrent(w), await findDraft(w)]
  const draft_at = draft ? iso(draft.updated_at) : null
  assertUnchanged(sent, { base_id: current?.id ?? 0, draft_at })
  return { current, draft }
}

async function keepDraft(
  w: CallRead,
  { body: { value, ...based } }: Sent<'site', 'saveDraft'>,
  request: FastifyRequest,
) {
  const { deskUser } = request
  assertPerson(deskUser)
  const updated_at = await changing(w, async (w) => {
    const { draft } = await lockSeen(w, based)
    // Two changes of one millisecond have different times.
    const at = Math.max(w.now, (draft?.updated_at ?? 0) + 1)
    const { base_id } = based
    await replaceDraft(w, value && { user_id: deskUser.id, base_id, value, updated_at: at })
    return value && iso(at)
  })
  const language = languageOf(request)
  return {
    updated_at,
    problems: problemsOf(value ?? {}).map((one) => ({
      ...one,
      problem: sentenceIn(language, one.problem),
    })),
  }
}

async function makePreview(
  w: CallRead,
  _sent: Sent<'site', 'previewLink'>,
  { deskUser, headers, protocol, host }: FastifyRequest,
) {
  assertPerson(deskUser)
  const expires = w.now + DRAFT_MINUTES * MINUTE_MS
  // The guard has checked the origin; browsers leave it out of some requests.
  const frame = headers.origin ?? `${protocol}://${host}`
  const token = draftTokens(w.jwtSecret).tokenOf({ expires, frame })
  return { origin: w.settings.publicUrl, token, expires_at: iso(expires) }
}

/** @throws Refusal where a file of the kit is gone */
async function assertFiles(w: HasDb, value: SiteKit): Promise<void> {
  if (!(await hasAllFiles(w, value))) throw deskErrors.kitFileGone()
}

/** Icons are made before the transaction, which locks the database, so that this is no usual change. */
async function save(
  w: CallRead,
  { body: { value, ...based } }: Sent<'site', 'save'>,
  { deskUser: actor, log }: FastifyRequest,
) {
  assertPerson(actor)
  assertSound(value)
  await assertFiles(w, value)
  const icons = await iconsFor(w, value)
  const what = { resource: 'site', action: 'save', log }
  return auditedChange(w, actor, what, async (w) => {
    const { current } = await lockSeen(w, based)
    await assertFiles(w, value)
    const id = await insertKit(w, { value, icons, source: 'desk', made_by: actor.id }, w.now)
    await replaceDraft(w, null)
    await publishMessage(w.db, { topic: KIT_TOPIC, data: id })
    w.afterwards(() => takeNewKit(w))
    return {
      record: id,
      before: current === undefined ? null : valueIn(current),
      after: value,
      response: { id },
    }
  })
}

/** Minutes for which a preview of a draft can be opened: an evening. */
const DRAFT_MINUTES = 12 * 60

/**
 * Makes icons and social picture of the mark. Call it before the transaction that saves the kit: drawing takes longer
 * than a transaction may.
 * @throws Refusal for an SVG that takes too long to draw
 */
const iconsFor = (
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'gates'>,
  value: SiteKit,
): Promise<Icons> => keepingFiles(deps, (files) => storeIcons({ files, gates: deps.gates }, value))
