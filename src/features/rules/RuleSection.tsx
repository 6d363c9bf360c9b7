import type { ReactNode } from 'react'

type Props = {
  /** Missing while its name could not be loaded: the entries are there all the same. */
  heading: string | undefined
  children: ReactNode
}

/** A chapter of the table of contents: its name stays in sight beside its entries. */
export function RuleSection({ heading, children }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-4 border-t border-line pt-6 pb-12 lg:grid-cols-[15rem_minmax(0,1fr)] print:block print:break-inside-avoid">
      <div>
        {heading && (
          <h2 className="font-heading text-2xl font-bold wrap-anywhere lg:sticky lg:top-24">
            {heading}
          </h2>
        )}
      </div>
      <div className="space-y-8">{children}</div>
    </div>
  )
}
