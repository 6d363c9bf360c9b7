import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { KitPicture, PictureSlot } from '#contract/siteKit.ts'
import { messageOf } from '../../config/thrown.ts'
import { type FileKey, type FileStore, newKey, publicKey } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import {
  guarded,
  isAnimated,
  kindOf,
  PIXELS_MAX,
  type PictureKind,
  SECONDS_MAX,
} from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'

/** Pixels; larger originals are reduced. A slim picture still has the 1920 that a hero needs. */
const SIDE_MAX = 3840
/** One step more of effort makes files 3 % smaller and takes five times as long. */
const AVIF = { quality: 52, effort: 3 }
const WEBP = { quality: 64, effort: 6, smartSubsample: true }
const RETRY_AFTER_SECONDS = 5
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'webp' } as const

type Files = Pick<Deps, 'files' | 'gates'>
export type Focus = KitPicture['focus']
export type Size = Pick<KitPicture, 'width' | 'height'>

/**
 * Stores an upload, encoded again, upright and without metadata.
 * @param upload its bytes, or the path of a file
 * @throws Refusal for anything but a still JPEG, PNG, WebP or AVIF of at most 40 million pixels
 */
export const storeOriginal = ({ files, gates }: Files, upload: Uint8Array | string) =>
  gates.images(async (): Promise<Size & { readonly key: string }> => {
    const bytes = typeof upload === 'string' ? await readFile(upload) : Buffer.from(upload)
    const kind = await assertStill(bytes)
    const { data, info } = await encoded(bytes, kind)
    const key = newKey('public', EXTENSIONS[kind])
    await files.put(key, data)
    return { key: nameOf(key), width: info.width, height: info.height }
  })

/** @throws Refusal for another kind, an animation, a broken header, or too many pixels */
export async function assertStill(bytes: Buffer): Promise<PictureKind> {
  const kind = kindOf(bytes)
  if (kind === null) throw refusal(400, 'picture_kind')
  if (isAnimated(bytes, kind)) throw refusal(400, 'picture_animated')
  // Reads the header alone, whatever size it says.
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(broken)
  if (pages > 1) throw refusal(400, 'picture_animated')
  if (width * height > PIXELS_MAX)
    throw refusal(400, 'picture_too_large', { limit: PIXELS_MAX / 1e6 })
  return kind
}

/** An error of the decoder means a broken picture, unless the machine was too slow. */
export const broken = (error: unknown): never => {
  if (messageOf(error).startsWith('timeout')) throw errors.busy(RETRY_AFTER_SECONDS)
  throw refusal(400, 'picture_broken')
}

function encoded(bytes: Buffer, kind: PictureKind) {
  const upright = sharp(bytes, guarded)
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
  const encoder = {
    jpeg: () => upright.jpeg({ quality: 90 }),
    png: () => upright.png(),
    webp: () => upright.webp({ quality: 90 }),
    avif: () => upright.webp({ quality: 90 }),
  }[kind]
  return encoder().toBuffer({ resolveWithObject: true }).catch(broken)
}

/**
 * Cuts all files of a slot and stores them, or none of them.
 * @param picture the name of a stored original, and what stays in the middle of the crop as far as the picture allows
 * @throws Refusal for a picture from which the narrowest file cannot be cut
 */
export const cutPicture = (
  { files, gates }: Files,
  slot: PictureSlot,
  { original, focus }: Pick<KitPicture, 'original' | 'focus'>,
) =>
  gates.images(async (): Promise<KitPicture> => {
    const bytes = await files.bytes(originalKey(original))
    const { width, height } = await sharp(bytes, guarded).metadata()
    assertLargeEnough({ width, height }, slot)
    const key = newKey('public', 'webp').slice('public/'.length, -'.webp'.length)
    const picture = { original, key, width, height, focus }
    await putAll(files, cutsOf(bytes, slot, picture))
    return picture
  })

function originalKey(name: string): FileKey {
  const key = publicKey(name)
  if (key === null) throw new Error(`${name} is no name of a stored picture`)
  return key
}

function assertLargeEnough({ width, height }: Size, slot: PictureSlot): void {
  const [narrowest] = filesOf(slot)
  if (narrowest === undefined || (width >= narrowest.width && height >= narrowest.height)) return
  throw refusal(400, 'picture_too_small', narrowest)
}

/** Files wider than the crop have the width of the crop: browsers enlarge as well, and load less. */
async function* cutsOf(
  bytes: Buffer,
  slot: PictureSlot,
  picture: KitPicture,
): AsyncGenerator<readonly [FileKey, Uint8Array]> {
  const files = filesOf(slot)
  const largest = files.at(-1) ?? picture
  const { data, info } = await cropped(bytes, picture, largest)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const made = new Map<string, Buffer>()
  for (const file of files) {
    const width = Math.min(file.width, info.width)
    const height = width === file.width ? file.height : null
    const name = `${width}.${file.format}`
    const cut =
      made.get(name) ??
      (await encodedCut(sharp(data, { raw: info }).resize(width, height, { fit: 'fill' }), file))
    made.set(name, cut)
    yield [keyOf(picture.key, file), cut]
  }
}

const encodedCut = (cut: Sharp, { format }: { readonly format: 'avif' | 'webp' }) =>
  (format === 'avif' ? cut.avif(AVIF) : cut.webp(WEBP)).timeout({ seconds: SECONDS_MAX }).toBuffer()

/**
 * The largest crop with the proportions of `into`, around the focus as far as the picture allows, reduced to `into`.
 */
export function cropped(
  bytes: Buffer,
  { width, height, focus }: Size & { readonly focus: Focus },
  into: Size,
): Sharp {
  const scale = Math.min(width / into.width, height / into.height)
  const crop = {
    width: Math.max(1, Math.round(into.width * scale)),
    height: Math.max(1, Math.round(into.height * scale)),
  }
  const start = (middle: number, part: number, whole: number) =>
    Math.round(Math.min(Math.max(middle * whole - part / 2, 0), whole - part))
  return sharp(bytes, guarded)
    .timeout({ seconds: SECONDS_MAX })
    .extract({
      ...crop,
      left: start(focus.x, crop.width, width),
      top: start(focus.y, crop.height, height),
    })
    .resize(scale < 1 ? crop : { ...into, fit: 'fill' })
}

const FORMATS = ['avif', 'webp'] as const

/** Pixels of the largest file, and the widths in which the site requests it, narrowest first. */
type Family = {
  /** The name of its files below /images, before the width. */
  readonly stem: string
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
}

type SlotFile = {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly format: (typeof FORMATS)[number]
}

/** The plates of the landing page bear the names of the scenes that they show without a kit. */
const SCENES = ['news', 'downloads', 'initiative']

function familyOf(slot: PictureSlot): Family {
  const [kind, name = ''] = slot.split('-')
  if (kind === 'plate') {
    const stem = `hero-${SCENES[Number(name) - 1]}-tall`
    return { stem, width: 600, height: 800, widths: [600] }
  }
  // `src/store/http/pictures.ts` requests these.
  if (kind === 'default') return { stem: slot, width: 960, height: 640, widths: [480, 960] }
  // `src/ui/Hero.tsx` requests these, and pages read offline show the narrowest AVIF.
  const height = name === 'dashboard' ? 480 : 800
  return { stem: slot, width: 1920, height, widths: [480, 960, 1440, 1920] }
}

/** The files of a slot, narrowest first. */
export function filesOf(slot: PictureSlot): SlotFile[] {
  const { stem, width, height, widths } = familyOf(slot)
  return widths.flatMap((one) =>
    FORMATS.map((format) => ({
      path: `/images/${stem}-${one}.${format}`,
      width: one,
      height: Math.round((height * one) / width),
      format,
    })),
  )
}

/**
 * Key under which a file of a picture is stored.
 * @param stem the `key` of the picture
 * @throws for a malformed stem, which is a bug
 */
export function keyOf(stem: string, { width, format }: Pick<SlotFile, 'width' | 'format'>) {
  const key: FileKey | null = publicKey(`${stem}-${width}.${format}`)
  if (key === null) throw new Error(`${stem} is no stem of a stored picture`)
  return key
}

/**
 * Stores files one by one as they are made: all of them, or none.
 * @throws the first error, after the files before it have been removed
 */
export async function putAll(
  files: Pick<FileStore, 'put' | 'remove'>,
  contents: AsyncIterable<readonly [FileKey, Uint8Array]>,
): Promise<void> {
  const begun: FileKey[] = []
  try {
    for await (const [key, bytes] of contents) {
      begun.push(key)
      await files.put(key, bytes)
    }
  } catch (error) {
    await Promise.allSettled(begun.map((key) => files.remove(key)))
    throw error
  }
}
