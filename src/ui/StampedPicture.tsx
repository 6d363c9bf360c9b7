import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { LatePicture } from './LatePicture.tsx'
import { joined } from './look.ts'
import { Picture, type PictureProps } from './Picture.tsx'
import { Near } from './Time.tsx'

type StampedPictureProps = Omit<PictureProps, 'alt'> & {
  /** A word across the picture, which is then grey; nothing for undefined. */
  stamp: string | undefined
  /** Start of the event, as an ISO date and time: how near it is stands on the picture, where nothing moves for it. */
  start?: string | undefined
  /** Far below the first view. */
  isLate?: boolean
}

const NEAR =
  'absolute start-3 top-3 rounded bg-night px-3 py-1 font-sans text-sm font-medium text-snow'

/** A decorative picture that fills its positioned parent, such as the cover of an article. */
export function StampedPicture({ stamp, start, isLate, className, ...rest }: StampedPictureProps) {
  const picture = <Picture {...rest} alt="" className={joined(className, stamp && 'grayscale')} />
  return (
    <>
      {isLate ? <LatePicture className="size-full">{picture}</LatePicture> : picture}
      {stamp ? (
        <Stamp className="absolute start-3 top-3">{stamp}</Stamp>
      ) : (
        <Near start={start} isAlone className={NEAR} />
      )}
    </>
  )
}

/** An important word, readable on light, dark and any picture. */
export function Stamp({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <strong
      className={joined(
        'inline-flex min-h-8 items-center gap-1.5 rounded border border-night bg-ember-light px-3 font-sans text-sm font-bold text-night',
        className,
      )}
    >
      <Icon name="alert" className="size-4" />
      <span>{children}</span>
    </strong>
  )
}
