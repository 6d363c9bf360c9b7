import sharp from 'sharp'
import { type FileKey, type FileStore, newKey, publicKey } from './fileStore.ts'

/** Width and height in pixels; `key` is the name in the public address. */
export type PictureFile = { readonly key: string; readonly width: number; readonly height: number }
/** What a row keeps of its picture, as JSON. `variants` are WebP, the narrowest first. */
export type StoredPicture = PictureFile & { readonly variants: readonly PictureFile[] }

/** Larger pictures are refused unread: a few kilobytes can unpack to gigabytes. Pixels. */
const PIXELS_MAX = 40e6
/** What a screen can use; larger ones are made smaller. Pixels. */
const SIDE_MAX = 2880
/** Widths that a page may choose from, as far as the picture reaches. Pixels. */
const WIDTHS = [480, 960, 1440]
/** For rows of a list, on screens of one and of two pixels to a point. Pixels. */
const THUMBNAIL_WIDTHS = [160, 320]
const SECONDS_MAX = 20

/**
 * Pictures are drawn a few at a time (server/http/gate.ts), each by one thread, so that other work on the same
 * processors goes on; nothing of one is kept for the next.
 */
sharp.concurrency(1)
sharp.cache(false)

/** The bytes are no JPEG or PNG, or too large a one. */
export class InvalidImage extends Error {
  readonly code = 'invalid_image'
}

const guarded = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const

/** Where browsers find a public file. */
export const publicUrlPath = (key: string): string => `/api/files/${key}`

/** The picture in a row's JSON column. */
export const readPicture = (json: string | null): StoredPicture | null =>
  json === null ? null : (JSON.parse(json) as StoredPicture)

/** The variants as the contract shows them, the narrowest first. */
export const variantUrls = ({ variants }: StoredPicture) =>
  variants.map(({ key, width, height }) => ({ url: publicUrlPath(key), width, height }))

/** The same for thumbnails, which follow from the picture and are not kept with it. */
export const thumbnailUrls = (picture: StoredPicture) =>
  variantUrls({ ...picture, variants: thumbnailsOf(picture) })

/**
 * Takes in a picture from a stranger: a JPEG or PNG by its content, drawn anew, upright, without what its
 * maker wrote into it, under a name of ours. The variants are only named here; see `makeVariant`.
 * @param upload its bytes, or the path of a file with them; run it within the gate for images
 * @throws InvalidImage for anything else, also for a picture that is cut short or too large
 */
export async function storeImage(
  files: FileStore,
  upload: Uint8Array | string,
): Promise<StoredPicture> {
  const drawn = await redraw(upload)
  const key = newKey('public', drawn.extension)
  await files.put(key, drawn.bytes)
  const picture = { key: nameOf(key), width: drawn.width, height: drawn.height }
  return { ...picture, variants: variantsOf(picture) }
}

/**
 * Takes in a picture that comes with the product, byte for byte: it is clean, and drawing many anew would
 * make the first start slow.
 * @throws for anything but a JPEG or PNG within the limits of an upload
 */
export async function adoptImage(
  files: FileStore,
  key: FileKey,
  own: Uint8Array,
): Promise<StoredPicture> {
  const { format, width, height } = await sharp(own, guarded).metadata()
  if (format !== 'jpeg' && format !== 'png') throw new Error(`A picture of ours is a ${format}`)
  await files.put(key, own)
  const picture = { key: nameOf(key), width, height }
  return { ...picture, variants: variantsOf(picture) }
}

/** Removes a picture and those of its variants that were made. */
export async function removeImage(files: FileStore, picture: StoredPicture): Promise<void> {
  for (const { key } of [picture, ...picture.variants, ...thumbnailsOf(picture)]) {
    const own = publicKey(key)
    if (own !== null) await files.remove(own)
  }
}

async function redraw(upload: Uint8Array | string) {
  try {
    const { format } = await sharp(upload, guarded).metadata()
    if (format !== 'jpeg' && format !== 'png') throw new InvalidImage()
    const upright = sharp(upload, guarded)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    const encoded = format === 'jpeg' ? upright.jpeg({ quality: 84 }) : upright.png()
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const extension = format === 'jpeg' ? 'jpg' : 'png'
    return { bytes: data, width: info.width, height: info.height, extension }
  } catch {
    // Whatever the decoder has to say, to the visitor it is not a picture.
    throw new InvalidImage()
  }
}

const nameOf = (key: FileKey): string => key.slice('public/'.length)
const stemOf = (name: string): string => name.replace(/(-\d+)?\.\w+$/, '')

/** Every width below the picture's own one, and the own one as far as the largest. */
function variantsOf(picture: PictureFile): PictureFile[] {
  const largest = Math.min(picture.width, WIDTHS.at(-1) ?? picture.width)
  return inWidths(picture, [...WIDTHS.filter((one) => one < largest), largest])
}

const thumbnailsOf = (picture: PictureFile): PictureFile[] =>
  inWidths(
    picture,
    THUMBNAIL_WIDTHS.filter((one) => one < picture.width),
  )

const inWidths = ({ key, width, height }: PictureFile, widths: readonly number[]): PictureFile[] =>
  widths.map((one) => ({
    key: `${stemOf(key)}-${one}.webp`,
    width: one,
    height: Math.max(1, Math.round((height * one) / width)),
  }))

/** The stored picture that a name may be a variant of; null when there is none. */
export async function originalOf(files: FileStore, name: string): Promise<FileKey | null> {
  for (const extension of ['jpg', 'png']) {
    const original = publicKey(`${stemOf(name)}.${extension}`)
    if (original !== null && (await files.size(original)) !== null) return original
  }
  return null
}

/**
 * Makes a variant at its first request and keeps it: neither an upload nor the first start waits for
 * pictures that nobody may ever look at. Run it within the gate for images.
 * @param name of the variant, as in its address
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
