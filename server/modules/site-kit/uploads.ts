import type { FastifyRequest } from 'fastify'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { KitBook, KitMark, KitPicture } from '#contract/schemas/siteKit.ts'
import { deleteLoose, releaseFiles } from '../../db/looseFiles.ts'
import { assertPerson } from '../../desk/actor.ts'
import type { Sent } from '../../desk/changeRoute.ts'
import { takeUpload, uploadedFile } from '../../desk/uploads.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type CallRead, changing } from '../../work/work.ts'
import { PDF_BYTES_MAX, pageOfImage, pagesOfPdf, pdfOfPages } from './book.ts'
import { keepingFiles } from './files.ts'
import { storeMark } from './mark.ts'
import { cutPicture, storeOriginal } from './pictures.ts'

/* Uploads become files of the kit. A value that is saved, or a draft, then names them. */

/** Bytes of a mark; larger ones are no line drawings. */
const MARK_BYTES_MAX = 2 * 1024 * 1024

/** Cuts an upload, or again one that was there before, around another point. */
export async function takePicture(
  w: CallRead,
  { params: { slot }, body }: Sent<'site', 'cutPicture'>,
  { deskUser }: FastifyRequest,
): Promise<KitPicture> {
  const { focus } = body
  return keepingFiles(w, async (files) => {
    const parts = { files, gates: w.gates }
    if ('original' in body) return cutPicture(parts, slot, body.original, focus)
    const upload = await bytesOf(w, deskUser, body.upload, IMAGE_BYTES_MAX)
    const original = await storeOriginal(parts, upload)
    return cutPicture(parts, slot, original.key, focus)
  })
}

export async function takeMark(
  w: CallRead,
  { body: { upload } }: Sent<'site', 'takeMark'>,
  { deskUser }: FastifyRequest,
): Promise<KitMark> {
  const bytes = await bytesOf(w, deskUser, upload, MARK_BYTES_MAX)
  return keepingFiles(w, (files) => storeMark({ files, gates: w.gates }, bytes))
}

export async function takeBook(
  w: CallRead,
  { body }: Sent<'site', 'takeBook'>,
  { deskUser }: FastifyRequest,
): Promise<KitBook> {
  const { title } = body
  if ('pdf' in body) {
    const pdf = await bytesOf(w, deskUser, body.pdf, PDF_BYTES_MAX)
    const {
      isTitled: _isTitled,
      pages,
      ...book
    } = await keepingFiles(w, (files) => w.gates.images(() => pagesOfPdf(files, pdf, title)))
    return { ...book, pages: [...pages] }
  }
  return keepingFiles(w, async (files) => {
    const pages: KitBook['pages'] = []
    for (const upload of body.pages) {
      const bytes = await bytesOf(w, deskUser, upload, IMAGE_BYTES_MAX)
      pages.push(await w.gates.images(() => pageOfImage(files, bytes)))
    }
    return { pages, pdf: await w.gates.images(() => pdfOfPages(files, pages, title)) }
  })
}

/**
 * The bytes of an upload, which is used up.
 * @throws Refusal for an upload of somebody else, and for a file that is too large
 */
async function bytesOf(
  deps: Deps,
  actor: FastifyRequest['deskUser'],
  id: string,
  bytesMax: number,
): Promise<Buffer> {
  const { db, files } = deps
  assertPerson(actor)
  const upload = await changing(deps, async (w) => {
    const taken = await takeUpload({ db: w.db, actor }, id, 'file', 'upload')
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
