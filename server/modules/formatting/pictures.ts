import type { FastifyBaseLogger } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { Picture } from '#contract/shapes.ts'
import { announcing, claimFile, deleteLoose, pictureFiles } from '../../db/looseFiles.ts'
import type { Read } from '../../db/schema.ts'
import { publicUrlPath } from '../../files/pictureNames.ts'
import { storeImage } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { changing } from '../../work/work.ts'
import { lockUser } from '../account/repository.ts'
import { countPictures, insertPicture } from './pictureRepository.ts'

/** Pictures in the texts of one member, beside those that no text shows any more. */
const PICTURES_MAX = 1000

/**
 * Stores a picture for texts, in the gate for images.
 * @param path of the upload
 * @returns the URL for the text, and the size in pixels
 * @throws Refusal `invalid_image`, or `too_many_pictures`
 */
export async function takeTextPicture(
  { db, files, gates, clock }: Pick<Deps, 'db' | 'files' | 'gates' | 'clock'>,
  path: string,
  member: MemberId,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Picture> {
  const stored = await gates.images(() => storeImage(announcing(files, db, clock), path))
  const picture = JSON.stringify(stored)
  try {
    await changing({ db, clock }, (w) => keepTextPicture(w, picture, member))
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
export async function keepTextPicture(w: Read, picture: string, member: MemberId): Promise<void> {
  // Serializes the uploads of one member.
  await lockUser(w, member)
  if ((await countPictures(w, member)) >= PICTURES_MAX)
    throw refusal(400, 'too_many_pictures', { limit: PICTURES_MAX })
  for (const { key } of pictureFiles(picture)) await claimFile(w.db, key)
  await insertPicture(w, picture, member)
}
