import type { ComponentPropsWithRef } from 'react'
import { joined } from './look.ts'

/** A self-contained item of a list in a box; name it with aria-labelledby. Padding is the caller's. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'article'>) {
  return (
    <article
      {...rest}
      className={joined('rounded border border-line bg-vellum text-ink', className)}
    />
  )
}
