import type { ReactNode } from 'react'

type Props = { heading: string | undefined; children: ReactNode }

export function RuleSubsection({ heading, children }: Props) {
  return (
    <div className="print:mt-4 print:break-inside-avoid">
      {heading && (
        <h3 className="mb-1 font-heading text-lg font-bold text-gold-deep wrap-anywhere">
          {heading}
        </h3>
      )}
      {children}
    </div>
  )
}
