import type { FileKey } from './fileStore.ts'

/** Pixels; `key` is the name in the public URL. */
export type PictureFile = { readonly key: string; readonly width: number; readonly height: number }
/** The JSON of a picture column. `variants` are WebP, narrowest first. */
export type StoredPicture = PictureFile & { readonly variants: readonly PictureFile[] }
/** Pixels, up to the width of the picture. */
const WIDTHS = [480, 960, 1440]
/** Pixels; for rows of a list at one and two device pixels per CSS pixel. */
const THUMBNAIL_WIDTHS = [160, 320]

export const PUBLIC_PATH = '/api/files/'
export const publicUrlPath = (key: string): string => `${PUBLIC_PATH}${key}`

export const readPicture = (json: string | null): StoredPicture | null =>
  json === null ? null : (JSON.parse(json) as StoredPicture)

export const variantUrls = ({ variants }: StoredPicture) =>
  variants.map(({ key, width, height }) => ({ url: publicUrlPath(key), width, height }))

export const pictureFields = (picture: StoredPicture) => ({
  pictures: variantUrls(picture),
  image_size: { width: picture.width, height: picture.height },
})

/** Thumbnails follow from the size of the picture and are not stored in the column. */
export const thumbnailUrls = (picture: StoredPicture) =>
  variantUrls({ ...picture, variants: thumbnailsOf(picture) })

const NAME = String.raw`([0-9a-f]{32}-(\d{1,4})x(\d{1,4})\.(?:jpg|png))`
const ONE_NAME = new RegExp(`^${NAME}$`)
/** All paths of pictures within a text; the first group is the name. */
export const PICTURE_PATHS = new RegExp(`${PUBLIC_PATH}${NAME}`, 'g')

/** The picture at a URL path by its sized name; null for any other URL. Whether it exists is unknown. */
export function pictureAt(path: string) {
  const [, key, width, height] =
    (path.startsWith(PUBLIC_PATH) ? ONE_NAME.exec(path.slice(PUBLIC_PATH.length)) : null) ?? []
  const picture = { key: key ?? '', width: Number(width), height: Number(height) }
  if (key === undefined || picture.width === 0 || picture.height === 0) return null
  return {
    picture: { url: path, width: picture.width, height: picture.height },
    pictures: variantUrls({ ...picture, variants: variantsOf(picture) }),
  }
}

export const nameOf = (key: FileKey): string => key.slice('public/'.length)
export const stemOf = (name: string): string => name.replace(/(-\d+)?\.\w+$/, '')

export function variantsOf(picture: PictureFile): PictureFile[] {
  const largest = Math.min(picture.width, WIDTHS.at(-1) ?? picture.width)
  return inWidths(picture, [...WIDTHS.filter((one) => one < largest), largest])
}

export function thumbnailsOf(picture: PictureFile): PictureFile[] {
  const smaller = THUMBNAIL_WIDTHS.filter((one) => one < picture.width)
  return inWidths(picture, smaller)
}

const inWidths = ({ key, width, height }: PictureFile, widths: readonly number[]): PictureFile[] =>
  widths.map((one) => ({
    key: `${stemOf(key)}-${one}.webp`,
    width: one,
    height: Math.max(1, Math.round((height * one) / width)),
  }))
