import type { ComponentPropsWithRef } from 'react'
import { joined } from './look.ts'

export type CardProps = ComponentPropsWithRef<'div'> & {
  /** `article` for a self-contained item of a list; name it with aria-labelledby. */
  as?: 'div' | 'article' | 'section' | 'li'
}

/** A bordered box; padding is the caller's. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The four tags share their attributes; the ref is that of the element either way.
  const Element = Tag as 'div'
  return (
    <Element
      {...rest}
      className={joined('rounded border border-line bg-vellum text-ink', className)}
    />
  )
}
