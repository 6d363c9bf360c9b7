import { type ComponentPropsWithRef, useState } from 'react'
import { joined } from './look.ts'

export type PictureProps = Omit<
  ComponentPropsWithRef<'img'>,
  'src' | 'srcSet' | 'loading' | 'onError' | 'width' | 'height' | 'alt'
> & {
  src: string | null | undefined
  /** Shown where there is no picture or it does not load. */
  fallback: string
  /** Empty for a decorative picture. */
  alt: string
  /** The proportions that keep the place, in pixels; CSS may draw it at any size. */
  width: number
  height: number
  /** The same picture in other widths, in pixels; say in `sizes` how wide it is drawn. */
  widths?: ReadonlyArray<{ url: string; width: number }>
  /** For a picture in the first view: not lazy, and asked for early. */
  isEager?: boolean
}

/** A picture that keeps its place while it loads and falls back to another when it cannot. */
export function Picture({
  src,
  fallback,
  alt,
  widths,
  isEager = false,
  className,
  ...rest
}: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isUsable = Boolean(src) && src !== broken
  const srcSet = widths?.map(({ url, width }) => `${url} ${width}w`).join(', ')
  return (
    <img
      decoding="async"
      {...rest}
      // A new element for a new picture: else the old one stays in sight until the new one is there.
      key={isUsable ? src : fallback}
      alt={alt}
      src={isUsable ? (src ?? fallback) : fallback}
      srcSet={isUsable && srcSet ? srcSet : undefined}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      onError={() => setBroken(src ?? null)}
      className={joined('max-w-full bg-current/5 object-cover', className)}
    />
  )
}
