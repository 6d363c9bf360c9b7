import { publicUrlPath, readPicture, variantUrls } from '../files/pictures.ts'

/** A picture column for the desk. */
export function deskPicture(json: string | null) {
  const picture = readPicture(json)
  return (
    picture && {
      url: publicUrlPath(picture.key),
      width: picture.width,
      height: picture.height,
      variants: variantUrls(picture),
    }
  )
}
