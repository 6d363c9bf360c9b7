import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenNear } from '#src/platform/viewport.ts'

type Props = {
  /** Of the box that keeps the room of the picture. */
  className: string
  children: ReactNode
}

/**
 * A decorative picture far below the first view. Browsers fetch a lazy one thousands of pixels ahead, in the middle of
 * the first load; this one a moment before it is seen, or without scripts with the page.
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
