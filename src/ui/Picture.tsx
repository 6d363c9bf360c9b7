import { type ComponentPropsWithoutRef, useLayoutEffect, useRef, useState } from 'react'
import { joined } from './look.ts'
import { useIsInBrowser, useSitePicture } from './useKit.ts'

export type PictureProps = Omit<
  ComponentPropsWithoutRef<'img'>,
  'src' | 'srcSet' | 'loading' | 'onError' | 'width' | 'height' | 'alt'
> & {
  src: string | null | undefined
  /** Shown without a picture, and for one that does not load; null: the alternative text. */
  fallback: string | null
  alt: string
  /** CSS pixels; they reserve the room by their ratio, CSS sets the size. */
  width: number
  height: number
  /** Candidates of `srcset`; needs `sizes`. */
  widths?: ReadonlyArray<{ url: string; width: number }>
  /** Set for a picture in the first view: not lazy, high priority. */
  isEager?: boolean
}

export function Picture({
  src,
  fallback,
  alt,
  widths,
  isEager = false,
  sizes,
  className,
  ...rest
}: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const [brokenFallback, setBrokenFallback] = useState<string | null>(null)
  const sitePicture = useSitePicture()
  const isUsable = Boolean(src) && src !== brokenSrc
  const address = sitePicture((isUsable ? src : fallback) ?? '')
  const srcSet = isUsable
    ? widths?.map(({ url, width }) => `${sitePicture(url)} ${width}w`).join(', ')
    : ''
  const sources = { src: address, srcSet: srcSet || undefined, sizes }
  // Whether the server has rendered this element, or is rendering it now.
  const [isServed] = useState(!useIsInBrowser())
  const image = useRef<HTMLImageElement>(null)
  // Chromium keeps an element that chooses among sources, and all around it, until it is removed from the page. React
  // also makes elements that it never puts there: those get no sources.
  useLayoutEffect(() => {
    if (isServed || !image.current) return
    if (sizes) image.current.sizes = sizes
    if (srcSet) image.current.srcset = srcSet
    image.current.src = address
  }, [isServed, address, srcSet, sizes])
  if (!isUsable && fallback === null)
    return <span className="block rounded border border-line px-4 py-3 italic">{alt}</span>
  return (
    <img
      decoding="async"
      {...rest}
      {...(isServed && sources)}
      ref={image}
      // A new picture gets a new element: otherwise the old one stays visible until the new one is loaded.
      key={address}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      onError={() => (isUsable ? setBrokenSrc(src ?? null) : setBrokenFallback(fallback))}
      // Instead of the browser's sign of a broken picture; its room stays.
      style={!isUsable && fallback === brokenFallback ? { opacity: 0 } : undefined}
      className={joined('max-w-full bg-current/5 object-cover', className)}
    />
  )
}
