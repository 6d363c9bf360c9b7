import { DAY_MS } from '../../config/time.ts'
import { deleteLoose, type LooseFile, pictureFiles, releaseFiles } from '../../db/looseFiles.ts'
import { PICTURE_PATHS, readPicture } from '../../files/pictureNames.ts'
import type { Deps } from '../../http/deps.ts'
import { changing } from '../../work/work.ts'
import {
  deletePictures,
  listUnseen,
  markSeen,
  type PictureTexts,
  textsWithPictures,
} from './pictureRepository.ts'

/** A text that lost its picture can get it back for so long: a draft, an undone change. */
const UNSEEN_KEPT_MS = 14 * DAY_MS
/** The texts are read only if a picture was not seen for so long: reading all of them takes a while. */
const SEEN_MS = DAY_MS
/** Pictures of one round. */
const BATCH = 1000

/** Deletes pictures that no text has shown for `UNSEEN_KEPT_MS`. */
export async function sweepPictures(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  texts: readonly PictureTexts[],
): Promise<void> {
  const now = clock()
  const unseen = await listUnseen({ db }, now - SEEN_MS, BATCH)
  if (unseen.length === 0) return
  const shown = new Set<string>()
  for (const column of texts)
    for await (const text of textsWithPictures({ db }, column))
      for (const [, name = ''] of text.matchAll(PICTURE_PATHS)) shown.add(name)
  const isShown = ({ picture }: { picture: string }) => shown.has(readPicture(picture)?.key ?? '')
  const seen = unseen.filter(isShown).map(({ id }) => id)
  await markSeen({ db, now }, seen)
  const gone = unseen
    .filter((one) => !isShown(one) && one.seen_at < now - UNSEEN_KEPT_MS)
    .map(({ id }) => id)
  if (gone.length === 0) return
  const loose = await changing({ db, clock }, async (w): Promise<LooseFile[]> => {
    const rows = await deletePictures(w, gone, now - UNSEEN_KEPT_MS)
    const released = rows.flatMap(({ picture }) => pictureFiles(picture))
    await releaseFiles(w.db, released)
    return released
  })
  await deleteLoose(db, files, loose)
}
