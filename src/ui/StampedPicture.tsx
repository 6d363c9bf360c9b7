import { joined } from './look.ts'
import { Picture, type PictureProps } from './Picture.tsx'
import { Stamp } from './Stamp.tsx'

type StampedPictureProps = Omit<PictureProps, 'alt'> & {
  /** A word across the picture, which is then grey; nothing for undefined. */
  stamp: string | undefined
}

/** A decorative picture that fills its positioned parent, such as the cover of an article. */
export function StampedPicture({ stamp, className, ...picture }: StampedPictureProps) {
  return (
    <>
      <Picture {...picture} alt="" className={joined(className, stamp && 'grayscale')} />
      {stamp && <Stamp className="absolute start-3 top-3">{stamp}</Stamp>}
    </>
  )
}
