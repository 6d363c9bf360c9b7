import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { glossaryCalls as calls, GlossaryEntryForm, IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { MemberId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import { violationOf } from '../../db/constraints.ts'
import { formatted, type IsMentioned, richSections } from '../../db/linkedTexts.ts'
import {
  announcing,
  claimFile,
  deleteLoose,
  pictureFiles,
  releaseFiles,
} from '../../db/looseFiles.ts'
import { type HasDb, hasRow, updateRow } from '../../db/rows.ts'
import type { IncomingFile } from '../../files/incoming.ts'
import { storeImage } from '../../files/pictures.ts'
import { type App, type Deps, forVisitors, limited, routeOf, scope } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limitUploads, readForm, takeForms } from '../../http/plugins/multipart.ts'
import { refuseBadText } from '../../http/plugins/textGuard.ts'
import { type Call, type CallRead, changing, routesOn } from '../../work/work.ts'
import { lockUser } from '../account/repository.ts'
import type { Module } from '../face.ts'
import type { LinkSources } from '../linking/source.ts'
import { glossaryDeskRoutes } from './deskRoutes.ts'
import {
  assertMayCreate,
  assertMayDelete,
  assertMayExtend,
  assertParent,
  assertSectionsFit,
  type Section,
} from './policy.ts'
import {
  addSections,
  countPending,
  deleteOpenEntry,
  entryStates,
  findEntryAccess,
  forecastEntries,
  glossaryData,
  glossaryLinks,
  hasEntries,
  insertEntry,
  listPending,
  listSections,
  lockEntry,
  lockUnfinished,
  type NewEntry,
} from './repository.ts'
import { reviewMails, reviewRoutes } from './reviewRoutes.ts'
import { entryHead, glossaryReads, glossaryRoutes, glossaryTypesRoutes } from './siteRoutes.ts'
import { entryThings } from './things.ts'

type Needs = { readonly isMentionedIn: (links: LinkSources) => IsMentioned }

export const glossary = {
  gives: { listPending, hasEntries, entryThings },
  make: ({ isMentionedIn }: Needs): Module => ({
    site(deps, { links }) {
      const visitors = forVisitors(deps)
      const shared = { isMentioned: isMentionedIn(links) }
      return {
        open: (open) => glossaryTypesRoutes(open, visitors),
        optional: (optional) => glossaryRoutes(optional, { ...deps, ...shared }),
        async member(member) {
          await member.register(
            scope('glossary', async (forms) => glossaryMemberRoutes(forms, deps)),
          )
        },
        search: new URL('./search.ts', import.meta.url),
        reads: glossaryReads({ ...visitors, ...shared }),
        headOf: entryHead(visitors),
        areas: { '/world': 'glossary' },
        pageFeatures: ['entry_lookup'],
      }
    },
    desk(desk, deps) {
      glossaryDeskRoutes(desk, deps)
      reviewRoutes(desk, deps)
    },
    pictureTexts: [
      { table: 'glossary_entries', column: 'description', key: 'id' },
      { table: 'glossary_sub_entries', column: 'content', key: 'id' },
    ],
    mails: reviewMails.writers,
    personalData: glossaryData,
    forecastDeletion: forecastEntries,
    terms: glossaryLinks,
    queues: () => ({
      review: { table: 'glossary_entries', since: 'created_at', waits: entryStates().pending },
    }),
    transfers: { glossary: new URL('./transfer.ts', import.meta.url) },
  }),
}

type Schemas = typeof calls
type FormRequest = Call<{ body: typeof GlossaryEntryForm }>

/**
 * Writes and deletions of members (behaviour 7.7). Only the author sees the result before the review: nothing cached is
 * invalidated.
 */
async function glossaryMemberRoutes(member: App, deps: Deps): Promise<void> {
  await takeEntryForms(member)
  member.route({
    ...routeOf(calls.createGlossaryEntry),
    schema: { ...calls.createGlossaryEntry, body: GlossaryEntryForm },
    // The limit applies before the body is read, so that a refused caller need not send the image.
    config: { rateLimit: { ...limited(30, 60).rateLimit, hook: 'preParsing' } },
    onRequest: limitUploads(),
    preValidation: readEntryForm(deps.settings.dataDir),
    handler: async (request, reply) => reply.status(201).send(await createEntry(deps, request)),
  })
  const route = routesOn(member, deps, calls)
  route('createGlossarySubEntries', createSections, limited(60, 60))
  route('deleteGlossaryEntry', deleteEntry)
}

async function createEntry(deps: Deps, request: FormRequest) {
  const { body, memberId, entryImage, log } = request
  const { entry_type, entry_subtype, format = 'plain' } = body
  await assertKind(deps, body)
  const { gates } = deps
  const files = announcing(deps.files, deps.db, deps.clock)
  const stored = entryImage && (await gates.images(() => storeImage(files, entryImage.path)))
  const entry = {
    title: body.title.trim(),
    type_id: entry_type,
    subtype_id: entry_subtype ?? null,
    format,
    picture: stored ? JSON.stringify(stored) : null,
  }
  const { id, replaced } = await saveEntry(deps, entry, memberId).catch(async (error: unknown) => {
    await removePicture(deps, entry.picture, log)
    // The staff can have deleted the type since it was looked up.
    if (violationOf(error)?.rule === 'foreign key') await assertKind(deps, body)
    throw error
  })
  await removePicture(deps, replaced, log)
  return { id }
}

/** @throws Refusal for a type that does not exist, or a sub-type that is not one of its own */
async function assertKind(w: HasDb, { entry_type: type_id, entry_subtype: id }: GlossaryEntryForm) {
  if (!(await hasRow(w.db, 'glossary_types', { id: type_id }))) throw errors.invalid('entry_type')
  if (id !== undefined && !(await hasRow(w.db, 'glossary_subtypes', { id, type_id })))
    throw errors.invalid('entry_subtype')
}

/**
 * A repeated first call updates the same entry (ruling 35). `replaced`: the picture that no row references any more.
 */
const saveEntry = async ({ db, clock }: Deps, entry: NewEntry, author: MemberId) =>
  changing({ db, clock }, async (w) => {
    // Serializes the first calls of one member.
    await lockUser(w, author)
    for (const { key } of pictureFiles(entry.picture ?? null)) await claimFile(w.db, key)
    const same = await lockUnfinished(w, author, entry.title)
    if (same === undefined) {
      assertMayCreate(await countPending(w, author))
      const { id } = await insertEntry(w, entry, author)
      return { id, replaced: null }
    }
    await updateRow(w.db, 'glossary_entries', same.id, { ...entry, updated_at: w.now })
    await releaseFiles(w.db, pictureFiles(same.picture))
    return { id: same.id, replaced: same.picture }
  })

async function createSections(
  w: CallRead,
  { params: { id }, body, memberId }: Call<Schemas['createGlossarySubEntries']>,
) {
  const sent = body.sub_entries.map(({ title, content }) => ({ title: title.trim(), content }))
  await changing(w, async (w) => {
    const entry = await lockEntry(w, id)
    assertMayExtend(entry, memberId)
    assertParent(id, body.sub_entries)
    const present = await listSections(w, id)
    if (isRepeated(present, sent)) return
    const sections = [...present, ...sent]
    assertSectionsFit(sections)
    await addSections(w, { ...entry, sections }, present.length)
  })
  const entry = await findEntryAccess(w, id)
  return richSections(
    sent.map((section) => ({ ...section, glossary_entry: id })),
    { id, format: entry?.format ?? 'plain', treeOf: formatted },
  )
}

/** The call was sent again because its response was lost: it adds nothing (ruling 35). */
function isRepeated(present: readonly Section[], sent: readonly Section[]): boolean {
  const last = present.slice(-sent.length)
  return (
    last.length === sent.length &&
    sent.every(
      ({ title, content }, index) =>
        last[index]?.title === title && last[index].content === content,
    )
  )
}

async function deleteEntry(
  w: CallRead,
  { params: { id }, memberId, log }: Call<Schemas['deleteGlossaryEntry']>,
) {
  const deleted = await changing(w, async (w) => {
    const entry = await deleteOpenEntry(w, id, memberId)
    await releaseFiles(w.db, pictureFiles(entry?.picture ?? null))
    return entry
  })
  if (deleted === undefined) {
    assertMayDelete(await findEntryAccess(w, id), memberId)
    throw errors.entryNotFound()
  }
  await removePicture(w, deleted.picture, log)
  return {}
}

/** A failure is only logged: the sweep deletes the remaining files. */
async function removePicture(
  { db, files }: Deps,
  json: string | null,
  log: FastifyBaseLogger,
): Promise<void> {
  await deleteLoose(db, files, pictureFiles(json)).catch((error: unknown) =>
    log.error({ err: error, picture: json }, 'a picture could not be removed'),
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The uploaded image of an entry's form; deleted after the response. */
    entryImage: IncomingFile | null
  }
}

/** Lets the routes of a scope read the form of an entry with `readEntryForm`. */
async function takeEntryForms(scope: App): Promise<void> {
  await takeForms(scope)
  scope.decorateRequest('entryImage', null)
}

/**
 * Hook for `preValidation`: the fields of the form become the body that the schema validates, its file `entryImage`.
 * The name and the type that the client claims for the file are ignored.
 */
const readEntryForm =
  (dataDir: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { fields, files } = await readForm(request, reply, { bytes: IMAGE_BYTES_MAX, dataDir })
    const { image, ...foreign } = files
    if (Object.keys(foreign).length > 0) throw errors.badForm()
    // Rejects text in the place of the file. Forms send an empty one without a file.
    if (fields.image) throw errors.invalidImage()
    request.entryImage = image ?? null
    const { title, entry_type, entry_subtype, format } = fields
    request.body = {
      title,
      entry_type: numberIn(entry_type),
      ...(isChosen(entry_subtype) && { entry_subtype: numberIn(entry_subtype) }),
      ...(format !== undefined && { format }),
    }
    await refuseBadText(request)
  }

/** Forms have texts only; an empty one counts as missing. */
const numberIn = (text = ''): string | number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : text || undefined

/** A sub-type is optional, and clients send "none" in several ways. */
const isChosen = (text: string | undefined): boolean =>
  text !== undefined && !['', ANY, 'null', 'undefined'].includes(text)
