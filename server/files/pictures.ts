import { extname } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type FileKey, type FileStore, newKey, publicKey } from './fileStore.ts'
import { nameOf, type StoredPicture, stemOf, thumbnailsOf, variantsOf } from './pictureNames.ts'

/** Larger pictures are refused undecoded: a few kilobytes can unpack to gigabytes. */
export const PIXELS_MAX = 40e6
/** Limit for decoding or encoding a picture. */
export const SECONDS_MAX = 20

/** A gate bounds the number of pictures (server/http/gate.ts); one thread each leaves processors for other work. */
sharp.concurrency(1)
sharp.cache(false)

type Format = 'jpeg' | 'png' | 'webp' | 'gif'
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

/** Formats of uploads, which every browser and reader of feeds knows. */
const UPLOADED: readonly Format[] = ['jpeg', 'png']
/** Formats in which other programs export pictures; the last two become one of the first two. */
export const IMPORTED: readonly Format[] = ['jpeg', 'png', 'webp', 'gif']

/** The bytes are no picture of an allowed format, or too large a one. */
export class InvalidImage extends Error {
  readonly code = 'invalid_image'
}

export const guarded = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const

/**
 * Stores a picture as JPEG or PNG: one of the formats by its content, encoded again, upright and without metadata. Its variants are
 * rendered later; see `makeVariant`.
 * @param upload its bytes, or the path of a file; run it within the gate for images
 * @throws InvalidImage for anything else, also for a truncated or too large picture
 */
export async function storeImage(
  files: FileStore,
  upload: Uint8Array | string,
  formats = UPLOADED,
) {
  const { bytes, extension, ...size } = await reencode(upload, formats)
  return putImage(files, bytes, { ...size, extension })
}

type Size = Pick<StoredPicture, 'width' | 'height'>

async function putImage(
  files: FileStore,
  bytes: Uint8Array,
  { width, height, extension }: Size & { readonly extension: string },
): Promise<StoredPicture> {
  const key = newPictureKey(extension, width, height)
  await files.put(key, bytes)
  return atKey(key, { width, height })
}

function atKey(key: FileKey, { width, height }: Size): StoredPicture {
  const picture = { key: nameOf(key), width, height }
  return { ...picture, variants: variantsOf(picture) }
}

/** Stores a picture again, at an address that no one knows. @returns undefined where its file is gone */
export async function copyImage(
  files: FileStore,
  { key, ...size }: StoredPicture,
): Promise<StoredPicture | undefined> {
  const own = publicKey(key)
  if (own === null || (await files.size(own)) === null) return undefined
  return putImage(files, await files.bytes(own), { ...size, extension: extname(key).slice(1) })
}

/** Pixels of a picture as `storeImage` would store it, which is decoded. @throws InvalidImage */
export const sizeOfImage = (upload: Uint8Array, formats = UPLOADED) => reencode(upload, formats)

/**
 * Stores a picture of the product byte for byte: encoding many of them would make the first start slow.
 * @throws for anything but a JPEG or PNG within the limits of an upload
 */
export async function adoptImage(files: FileStore, key: FileKey, own: Uint8Array) {
  const { format, width, height } = await sharp(own, guarded).metadata()
  if (format !== 'jpeg' && format !== 'png') throw new Error(`A picture of ours is a ${format}`)
  await files.put(key, own)
  return atKey(key, { width, height })
}

export async function removeImage(files: FileStore, picture: StoredPicture): Promise<void> {
  for (const { key } of [picture, ...picture.variants, ...thumbnailsOf(picture)]) {
    const own = publicKey(key)
    if (own !== null) await files.remove(own)
  }
}

const reencode = (upload: Uint8Array | string, formats: readonly Format[]) =>
  uprightImage(upload, { formats, side: SIDE_MAX }, (image, format, isOpaque) =>
    format === 'jpeg' || (format === 'webp' && isOpaque)
      ? image.jpeg({ quality: 84 })
      : image.png(),
  )

/**
 * Encodes an upload again, upright, without metadata, and at most `side` pixels wide and high.
 * @throws InvalidImage for any other format, also for a truncated, animated or too large picture
 */
export async function uprightImage(
  upload: Uint8Array | string,
  { formats, side }: { readonly formats: readonly Format[]; readonly side: number },
  encode: (image: Sharp, format: Format, isOpaque: boolean) => Sharp,
) {
  try {
    const metadata = await sharp(upload, guarded).metadata()
    const format = formats.find((one) => one === metadata.format)
    if (format === undefined || (metadata.pages ?? 1) > 1) throw new InvalidImage()
    const upright = sharp(upload, guarded)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    const encoded = encode(upright, format, !metadata.hasAlpha)
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const extension = EXTENSIONS[info.format as Format]
    return { bytes: data, width: info.width, height: info.height, extension }
  } catch {
    // An error of the decoder means an invalid picture.
    throw new InvalidImage()
  }
}

export async function originalOf(files: FileStore, name: string): Promise<FileKey | null> {
  for (const extension of ['jpg', 'png']) {
    const original = publicKey(`${stemOf(name)}.${extension}`)
    if (original !== null && (await files.size(original)) !== null) return original
  }
  return null
}

/**
 * Renders a variant at its first request and stores it. Run it within the gate for images.
 * @param name of the variant, as in its URL
 * @returns false when no stored picture has such a variant
 */
export async function makeVariant(files: FileStore, name: string): Promise<boolean> {
  const original = await originalOf(files, name)
  if (original === null) return false
  const bytes = await files.bytes(original)
  const { width, height } = await sharp(bytes, guarded).metadata()
  const picture = { key: name, width, height }
  const variant = [...variantsOf(picture), ...thumbnailsOf(picture)].find(({ key }) => key === name)
  const key = publicKey(name)
  if (variant === undefined || key === null) return false
  const size = { width: variant.width, height: variant.height, fit: 'fill' } as const
  await files.put(key, await sharp(bytes, guarded).resize(size).webp({ quality: 80 }).toBuffer())
  return true
}

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif'

/** Bytes of a PNG before its first chunk, and of a chunk beside its data: length, type, checksum. */
const PNG_HEAD = 8
const CHUNK_FRAME = 12
/** The byte of the flags in the header of an extended WebP, and the flag of an animation. */
const WEBP_FLAGS = 20
const WEBP_ANIMATION = 0x02

const ascii = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end)

/** The kind by the first bytes; they prove nothing about the rest. */
export function kindOf(bytes: Buffer): PictureKind | null {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(bytes, 0, PNG_HEAD) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  return brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand)) ? 'avif' : null
}

/** Decoders read the first frame of an animation and say nothing of the others. */
export function isAnimated(bytes: Buffer, kind: PictureKind): boolean {
  switch (kind) {
    case 'jpeg':
      return false
    case 'png':
      return chunkTypes(bytes).includes('acTL')
    case 'webp':
      return ascii(bytes, 12, 16) === 'VP8X' && ((bytes[WEBP_FLAGS] ?? 0) & WEBP_ANIMATION) !== 0
    case 'avif':
      return brandsOf(bytes).includes('avis')
  }
}

/** Major and compatible brands of a file of the family of AVIF and HEIC. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || ascii(bytes, 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [ascii(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4))
  return brands
}

/** Types of the chunks before the pixels, among them the one that announces an animation. */
function chunkTypes(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = PNG_HEAD; at + CHUNK_FRAME <= bytes.length; ) {
    const type = ascii(bytes, at + 4, at + 8)
    if (type === 'IDAT') break
    types.push(type)
    at += CHUNK_FRAME + bytes.readUInt32BE(at)
  }
  return types
}

/** Pixels; larger pictures are reduced. */
const SIDE_MAX = 2880

/** Names of pictures have their size, so that a text with their URLs can be shown without asking the database. */
const newPictureKey = (extension: string, width: number, height: number): FileKey =>
  newKey('public', extension, `-${width}x${height}`)
