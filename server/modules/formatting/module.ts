import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { formattingCalls as calls, ENTRY_TEXT_MAX, type Preview } from '#contract/formatting.ts'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Picture } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import {
  announcing,
  claimFile,
  deleteLoose,
  pictureFiles,
  releaseFiles,
} from '../../db/looseFiles.ts'
import type { Read } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import { readRoute } from '../../desk/changeRoute.ts'
import { PICTURE_PATHS, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import { storeImage } from '../../files/pictures.ts'
import { type App, type Deps, limited, routeOf, scope } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { limitUploads, readForm, takeForms } from '../../http/plugins/multipart.ts'
import { parseLight } from '../../text/light.ts'
import { type Call, type CallRead, changing, reading, routesOn } from '../../work/work.ts'
import { lockUser } from '../account/repository.ts'
import type { Module } from '../face.ts'
import {
  countPictures,
  deletePictures,
  insertPicture,
  listUnseen,
  markSeen,
  type PictureTexts,
  textPicturesData,
  textsWithPictures,
} from './pictureRepository.ts'

export const formatting = {
  gives: { keepTextPicture },
  make: (): Module => ({
    site: (deps) => ({
      member: (member) => formattingRoutes(member, deps),
      pageFeatures: ['formatting', 'text_pictures'],
    }),
    desk: formattingDeskRoutes,
    personalData: textPicturesData,
    cleanUp: (deps, _log, { pictureTexts }) => sweepPictures(deps, pictureTexts),
  }),
}

/** Preview for the forms of the desk, without the links of names. */
const formattingDeskRoutes = (desk: App, deps: Deps): void =>
  readRoute(desk, deps, 'texts', 'preview', (_deps, { body }) => previewOf(body.texts))

/** Preview and pictures for forms whose texts may have light formatting. */
async function formattingRoutes(member: App, deps: Deps): Promise<void> {
  // The preview is debounced, so a writer stays below. This is half of the limit on changes, which previews count towards.
  routesOn(member, deps, calls)('previewTexts', previewTexts, limited(60, 1))
  await member.register(scope('text pictures', async (forms) => picturesRoutes(forms, deps)))
}

async function previewTexts(
  _w: CallRead,
  { body: { texts } }: Call<(typeof calls)['previewTexts']>,
) {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > ENTRY_TEXT_MAX) throw errors.tooLong('texts', ENTRY_TEXT_MAX)
  return previewOf(texts)
}

async function picturesRoutes(forms: App, deps: Deps): Promise<void> {
  await takeForms(forms)
  forms.route({
    ...routeOf(calls.addTextPicture),
    schema: calls.addTextPicture,
    // The limit applies before the body is read, so that a refused caller need not send the picture.
    config: { rateLimit: { ...limited(60, 60).rateLimit, hook: 'preParsing' } },
    onRequest: limitUploads(),
    async handler(request, reply) {
      const { dataDir } = deps.settings
      const { fields, files } = await readForm(request, reply, { bytes: IMAGE_BYTES_MAX, dataDir })
      const { image, ...others } = files
      if (Object.keys({ ...fields, ...others }).length > 0) throw errors.badForm()
      if (image === undefined) throw errors.invalidImage()
      return reply.status(201).send(await takeTextPicture(deps, request, image.path))
    },
  })
}

/** A text that lost its picture can get it back for so long: a draft, an undone change. */
const UNSEEN_KEPT_MS = 14 * DAY_MS
/** The texts are read only if a picture was not seen for so long: reading all of them takes a while. */
const SEEN_MS = DAY_MS
/** Pictures of one round. */
const BATCH = 1000

/** Deletes pictures that no text has shown for `UNSEEN_KEPT_MS`. */
async function sweepPictures(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  texts: readonly PictureTexts[],
): Promise<void> {
  const w = reading(deps)
  const unseen = await listUnseen(w, w.now - SEEN_MS, BATCH)
  if (unseen.length === 0) return
  const shown = new Set<string>()
  for (const column of texts)
    for await (const text of textsWithPictures(w, column))
      for (const [, name = ''] of text.matchAll(PICTURE_PATHS)) shown.add(name)
  const isShown = ({ picture }: { picture: string }) => shown.has(readPicture(picture)?.key ?? '')
  await markSeen(w, idsOf(unseen.filter(isShown)))
  const before = w.now - UNSEEN_KEPT_MS
  const gone = idsOf(unseen.filter((one) => !isShown(one) && one.seen_at < before))
  if (gone.length === 0) return
  const released = await changing(deps, async (w) => {
    const rows = await deletePictures(w, gone, before)
    const files = rows.flatMap(({ picture }) => pictureFiles(picture))
    await releaseFiles(w.db, files)
    return files
  })
  await deleteLoose(deps.db, deps.files, released)
}

/** Pictures in the texts of one member, beside those that no text shows any more. */
const PICTURES_MAX = 1000

/**
 * Stores a picture for texts, in the gate for images.
 * @param path of the upload
 * @returns the URL for the text, and the size in pixels
 * @throws Refusal `invalid_image`, or `too_many_pictures`
 */
async function takeTextPicture(
  deps: Pick<Deps, 'db' | 'files' | 'gates' | 'clock'>,
  { memberId, log }: Pick<FastifyRequest, 'memberId'> & { log: Pick<FastifyBaseLogger, 'error'> },
  path: string,
): Promise<Picture> {
  const { db, files, gates, clock } = deps
  const stored = await gates.images(() => storeImage(announcing(files, db, clock), path))
  const picture = JSON.stringify(stored)
  try {
    await changing({ db, clock }, (w) => keepTextPicture(w, picture, memberId))
  } catch (error) {
    await deleteLoose(db, files, pictureFiles(picture)).catch((failure: unknown) =>
      log.error({ err: failure, picture }, 'a picture could not be removed'),
    )
    throw error
  }
  return { url: publicUrlPath(stored.key), width: stored.width, height: stored.height }
}

/**
 * Keeps a stored picture as one of a member's texts.
 * @param picture JSON of `StoredPicture`
 * @throws Refusal `too_many_pictures`
 */
async function keepTextPicture(w: Read, picture: string, member: MemberId): Promise<void> {
  // Serializes the uploads of one member.
  await lockUser(w, member)
  if ((await countPictures(w, member)) >= PICTURES_MAX)
    throw refusal(400, 'too_many_pictures', { limit: PICTURES_MAX })
  for (const { key } of pictureFiles(picture)) await claimFile(w.db, key)
  await insertPicture(w, picture, member)
}

/** Preview of texts with light formatting. Other requests are served between two texts. */
async function previewOf(texts: readonly string[]): Promise<Preview> {
  const trees: Preview['trees'] = []
  for (const text of texts) {
    trees.push(parseLight(text))
    await setImmediate()
  }
  return { trees }
}
