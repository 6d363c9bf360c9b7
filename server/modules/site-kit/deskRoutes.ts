import type { FastifyRequest } from 'fastify'
import { DEFAULT_COLOURS } from '#contract/colours.ts'
import type { SiteKit, SiteState } from '#contract/schemas/siteKit.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { lockTable } from '../../db/dialect.ts'
import { publishMessage } from '../../db/messages.ts'
import type { Db } from '../../db/schema.ts'
import { assertPerson } from '../../desk/actor.ts'
import { auditedChange } from '../../desk/audit.ts'
import { deskRouteOf, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { KIT_TOPIC, takeNewKit } from '../../http/cache/clearing.ts'
import type { App, Deps } from '../../http/deps.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { composeKit } from '../../text/kit.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import { findBase } from './base.ts'
import { DRAFT_MINUTES, draftTokens } from './drafts.ts'
import { hasSite } from './folder/siteFile.ts'
import { assertFromDesk, assertSound, assertUnchanged, problemsOf } from './policy.ts'
import {
  deleteDraft,
  findCurrent,
  findDraft,
  hasAllFiles,
  insertKit,
  listStates,
  saveDraft,
  valueIn,
} from './repository.ts'
import { iconsFor } from './saving.ts'
import { takeBook, takeMark, takePicture } from './taking.ts'
import { listTexts } from './texts.ts'

export type Others = {
  /** The texts of the legal page without the kit. */
  readonly legalTextsOf: (deps: Deps) => SiteState['legal']
}

/** The desk's page "Site". */
export function siteKitDeskModule(desk: App, deps: Deps, { legalTextsOf }: Others): void {
  // A folder that comes or goes later counts from the next start on, as its contents do.
  const isFromFolder = hasSite(deps.settings.siteDir)
  readRoute(desk, deps, 'site', 'get', async (_deps, _sent, request) => ({
    ...(await stateOf(deps, request)),
    from_folder: isFromFolder,
    legal: legalTextsOf(deps),
  }))
  readRoute(desk, deps, 'site', 'texts', async ({ db, settings }) =>
    listTexts(settings.languages, (await findBase(db)).texts),
  )
  readRoute(desk, deps, 'site', 'saveDraft', keepDraft)
  readRoute(desk, deps, 'site', 'dropDraft', async ({ db }, _sent, { deskUser }) => {
    assertPerson(deskUser)
    await deleteDraft(db, deskUser.id)
    return {}
  })
  readRoute(desk, deps, 'site', 'previewLink', makePreview)
  readRoute(desk, deps, 'site', 'cutPicture', takePicture)
  readRoute(desk, deps, 'site', 'takeMark', takeMark)
  readRoute(desk, deps, 'site', 'takeBook', takeBook)
  const route = deskRouteOf('site', 'save')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true },
    handler: async (request) => {
      assertFromDesk(isFromFolder)
      return save(deps, request as Sent<'site', 'save'>, request)
    },
  })
}

async function stateOf(
  { db, settings }: Deps,
  { deskUser }: FastifyRequest,
): Promise<Omit<SiteState, 'from_folder' | 'legal'>> {
  assertPerson(deskUser)
  const states = (await listStates(db)).map(({ made_at, username, ...row }) => ({
    ...row,
    value: valueIn(row),
    made_at: iso(made_at),
    made_by: username,
  }))
  const [current] = states
  const draft = await findDraft(db, deskUser.id)
  const base = await findBase(db)
  const { name, shortName, claim } = composeKit({}, null, undefined, settings.languages, base)
  return {
    id: current?.id ?? 0,
    value: current?.value ?? {},
    draft: draft
      ? { base_id: draft.base_id, value: valueIn(draft), updated_at: iso(draft.updated_at) }
      : null,
    states,
    defaults: {
      name,
      short_name: shortName,
      claim,
      colours: DEFAULT_COLOURS,
      has_book: base.hasBook,
    },
  }
}

async function keepDraft(
  { db, clock }: Deps,
  { body: { base_id, value } }: Sent<'site', 'saveDraft'>,
  request: FastifyRequest,
) {
  const { deskUser } = request
  assertPerson(deskUser)
  await saveDraft(db, { user_id: deskUser.id, base_id, value }, clock())
  const language = languageOf(request)
  return {
    problems: problemsOf(value).map((one) => ({
      ...one,
      problem: sentenceIn(language, one.problem),
    })),
  }
}

async function makePreview(
  { clock, jwtSecret, settings }: Deps,
  _sent: Sent<'site', 'previewLink'>,
  { deskUser, headers, protocol, host }: FastifyRequest,
) {
  assertPerson(deskUser)
  const expires = clock() + DRAFT_MINUTES * MINUTE_MS
  // The guard has checked the origin; browsers leave it out of some requests.
  const frame = headers.origin ?? `${protocol}://${host}`
  const token = draftTokens(jwtSecret).tokenOf({ user: deskUser.id, expires, frame })
  return { origin: settings.publicUrl, token, expires_at: iso(expires) }
}

/** @throws Refusal where a file of the kit is gone */
async function assertFiles(db: Db, value: SiteKit): Promise<void> {
  if (!(await hasAllFiles(db, value))) throw deskErrors.kitFileGone()
}

/** Icons are made before the transaction, which locks the database, so that this is no usual change. */
async function save(
  deps: Deps,
  { body: { base_id, value } }: Sent<'site', 'save'>,
  { deskUser: actor, log }: FastifyRequest,
) {
  assertPerson(actor)
  assertSound(value)
  await assertFiles(deps.db, value)
  const icons = await iconsFor(deps, value)
  const what = { resource: 'site', action: 'save', log }
  return auditedChange(deps, actor, what, async (w) => {
    const { db: tx, now } = w
    await lockTable(tx, 'site_kits')
    const current = await findCurrent(tx)
    assertUnchanged(base_id, current?.id ?? 0)
    await assertFiles(tx, value)
    const id = await insertKit(tx, { value, icons, source: 'desk', made_by: actor.id }, now)
    await deleteDraft(tx, actor.id)
    await publishMessage(tx, { topic: KIT_TOPIC, data: id })
    w.afterwards(() => takeNewKit(deps))
    return {
      record: id,
      before: current === undefined ? null : valueIn(current),
      after: value,
      response: { id },
    }
  })
}
