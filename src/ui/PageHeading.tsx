import type { ComponentPropsWithRef, ReactNode } from 'react'

export type PageHeadingProps = ComponentPropsWithRef<'h1'> & {
  /** A sentence below the heading, narrow enough for the dark part of a hero. */
  lead?: ReactNode
}

export function PageHeading({ lead, className, children, ...rest }: PageHeadingProps) {
  return (
    <div className={className}>
      <h1 {...rest} className="font-heading text-4xl font-bold wrap-anywhere sm:text-5xl">
        {children}
      </h1>
      {lead && (
        <p className="mt-3 max-w-lg font-body text-lg text-current/85 md:max-lg:max-w-sm">{lead}</p>
      )}
    </div>
  )
}
