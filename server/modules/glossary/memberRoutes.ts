import type { FastifyBaseLogger } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { glossaryRoutes } from '#contract/routes.ts'
import { GlossaryEntryForm, glossarySchemas } from '#contract/schemas/glossary.ts'
import { readPicture, removeImage, storeImage } from '../../files/pictures.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limitUploads } from '../../http/plugins/uploadSlots.ts'
import { limited, routeOf } from '../../http/serve.ts'
import { readEntryForm, takeEntryForms } from './form.ts'
import {
  assertMayDelete,
  assertMayExtend,
  assertMaySend,
  assertParent,
  sectionsToAdd,
} from './policy.ts'
import { presentSections } from './present.ts'
import { glossaryRepository, type NewEntry } from './repository.ts'

/**
 * What members add and take back (behaviour 7). Nobody else sees any of it before the review, so the kept
 * answers stay as they are.
 */
export async function glossaryMemberModule(member: App, deps: Deps): Promise<void> {
  const { db, clock, files, gates, settings } = deps
  const glossary = glossaryRepository(deps)
  await takeEntryForms(member)

  member.route({
    ...routeOf(glossaryRoutes.createGlossaryEntry),
    schema: { ...glossarySchemas.createGlossaryEntry, body: GlossaryEntryForm },
    // Before the body is read: who is over the limit need not send the image.
    config: { rateLimit: { ...limited(30, 60).rateLimit, hook: 'preParsing' } },
    onRequest: limitUploads(),
    preValidation: readEntryForm(settings.dataDir),
    handler: async ({ body, memberId, entryImage, log }, reply) => {
      const { entry_type, entry_subtype } = body
      if (!(await glossary.hasType(db, entry_type))) throw errors.invalid('entry_type')
      if (
        entry_subtype !== undefined &&
        !(await glossary.isSubtypeOf(db, entry_subtype, entry_type))
      )
        throw errors.invalid('entry_subtype')
      const stored = entryImage && (await gates.images(() => storeImage(files, entryImage.path)))
      const entry = {
        title: body.title.trim(),
        type_id: entry_type,
        subtype_id: entry_subtype ?? null,
        picture: stored && JSON.stringify(stored),
      }
      const { id, replaced } = await enter(entry, memberId).catch(async (error: unknown) => {
        await forget(entry.picture, log)
        throw error
      })
      await forget(replaced, log)
      return reply.status(201).send({ id })
    },
  })

  /** A first step that comes again is the same entry, as it is sent now (ruling 35). */
  const enter = async (entry: NewEntry, author: MemberId) =>
    db.transaction().execute(async (tx) => {
      await glossary.holdAuthor(tx, author)
      const same = await glossary.unfinished(tx, author, entry.title)
      if (same === undefined) {
        assertMaySend(await glossary.pendingOf(tx, author))
        return { id: await glossary.add(tx, entry, author, clock()), replaced: null }
      }
      await glossary.change(tx, same.id, entry, clock())
      return { id: same.id, replaced: same.picture }
    })

  /** Deletes the files of a picture that no row references. A failure is logged: leftover files are harmless. */
  async function forget(picture: string | null | undefined, log: FastifyBaseLogger): Promise<void> {
    const old = readPicture(picture ?? null)
    if (old === null) return
    await removeImage(files, old).catch((error: unknown) =>
      log.error({ err: error, picture: old.key }, 'a picture could not be removed'),
    )
  }

  member.route({
    ...routeOf(glossaryRoutes.createGlossarySubEntries),
    schema: glossarySchemas.createGlossarySubEntries,
    config: limited(60, 60),
    handler: async ({ params: { id }, body, memberId }, reply) => {
      const sent = body.sub_entries.map(({ title, content }) => ({ title: title.trim(), content }))
      await db.transaction().execute(async (tx) => {
        const entry = await glossary.locked(tx, id)
        assertMayExtend(entry, memberId)
        assertParent(id, body.sub_entries)
        const present = await glossary.sections(tx, id)
        const added = sectionsToAdd(present, sent)
        if (added.length > 0) await glossary.addSections(tx, id, entry, present, added, clock())
      })
      return reply.status(201).send(presentSections(id, sent))
    },
  })

  member.route({
    ...routeOf(glossaryRoutes.deleteGlossaryEntry),
    schema: glossarySchemas.deleteGlossaryEntry,
    handler: async ({ params, memberId, log }) => {
      const gone = await glossary.deleteOpen(db, params.id, memberId)
      if (gone === undefined) {
        assertMayDelete(await glossary.entry(db, params.id), memberId)
        throw errors.entryNotFound()
      }
      await forget(gone.picture, log)
      return {}
    },
  })
}
