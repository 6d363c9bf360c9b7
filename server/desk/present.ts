import { publicUrlPath, readPicture, variantUrls } from '../files/pictures.ts'
import type { Scalar } from './lists.ts'

/** A time of the database for the desk. */
export const iso = (time: Scalar | undefined): string | null =>
  time === null || time === undefined ? null : new Date(Number(time)).toISOString()

/** A time of the desk for the database; its shape is checked, a day such as 31 February is not. */
export const millis = (time: string | null | undefined): number | null =>
  time == null ? null : Date.parse(time)

/** A picture column for the desk. */
export function deskPicture(json: Scalar | undefined) {
  const picture = typeof json === 'string' ? readPicture(json) : null
  return (
    picture && {
      url: publicUrlPath(picture.key),
      width: picture.width,
      height: picture.height,
      variants: variantUrls(picture),
    }
  )
}

/** The address of a file on the public shelf. */
export const fileAddress = (key: Scalar | undefined): string | null =>
  typeof key === 'string' ? publicUrlPath(key) : null
