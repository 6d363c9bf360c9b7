import { type ComponentPropsWithRef, useState } from 'react'
import { joined } from './look.ts'

export type PictureProps = Omit<
  ComponentPropsWithRef<'img'>,
  'src' | 'srcSet' | 'loading' | 'onError' | 'width' | 'height' | 'alt'
> & {
  src: string | null | undefined
  /** Shown without a picture, and for one that does not load. */
  fallback: string
  alt: string
  /** CSS pixels; they reserve the room by their ratio, CSS sets the size. */
  width: number
  height: number
  /** For `srcset`; needs `sizes`. */
  widths?: ReadonlyArray<{ url: string; width: number }>
  /** For a picture in the first view: not lazy, high priority. */
  isEager?: boolean
}

export function Picture({
  src,
  fallback,
  alt,
  widths,
  isEager = false,
  className,
  ...rest
}: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const isUsable = Boolean(src) && src !== brokenSrc
  const srcSet = widths?.map(({ url, width }) => `${url} ${width}w`).join(', ')
  return (
    <img
      decoding="async"
      {...rest}
      // A new element for a new picture: else the old one stays visible until the new one is loaded.
      key={isUsable ? src : fallback}
      alt={alt}
      src={isUsable ? (src ?? fallback) : fallback}
      srcSet={isUsable && srcSet ? srcSet : undefined}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      onError={() => setBrokenSrc(src ?? null)}
      className={joined('max-w-full bg-current/5 object-cover', className)}
    />
  )
}
