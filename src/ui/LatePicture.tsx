import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** Classes of the box that reserves the room of the picture. */
  className: string
  children: ReactNode
}

/**
 * A decorative picture far below the first view. Browsers fetch lazy pictures thousands of pixels ahead, during the
 * first load; this one is fetched just before it is seen, or with the page if scripts are off.
 */
export function LatePicture({ className, children }: Props) {
  const [isNear, setIsNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(
    () => (box.current && !isNear ? whenNear(box.current, () => setIsNear(true)) : undefined),
    [isNear],
  )
  return (
    <div ref={box} className={className}>
      {isNear ? children : <noscript>{children}</noscript>}
    </div>
  )
}

/** Calls back when the element comes within half a window of the view. Returns a function that stops it. */
function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && callback(), {
    rootMargin: '50%',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
