import { addressedVariants, publicAddress, readPicture } from '../files/pictures.ts'

/** A picture column for the desk. */
export function deskPicture(json: string | null) {
  const picture = readPicture(json)
  return (
    picture && {
      url: publicAddress(picture.key),
      width: picture.width,
      height: picture.height,
      variants: addressedVariants(picture),
    }
  )
}
