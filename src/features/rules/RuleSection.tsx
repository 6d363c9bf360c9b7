import type { ReactNode } from 'react'

type Props = {
  /** Undefined when the names could not be loaded. */
  heading: string | undefined
  /** URL of its drawing; decorative. */
  icon?: string
  children: ReactNode
}

export function RuleSection({ heading, icon, children }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-4 border-t border-line pt-6 pb-12 xl:grid-cols-[13rem_minmax(0,1fr)] print:block print:break-inside-avoid">
      <div>
        {heading && (
          <h2 className="flex items-start gap-3 font-heading text-2xl font-bold xl:sticky xl:top-24">
            {icon && (
              <img
                src={icon}
                alt=""
                width={32}
                height={32}
                loading="lazy"
                className="size-8 shrink-0 opacity-75 print:hidden"
              />
            )}
            <span className="min-w-0 wrap-anywhere">{heading}</span>
          </h2>
        )}
      </div>
      <div className="space-y-8">{children}</div>
    </div>
  )
}

type RuleSubsectionProps = { heading: string | undefined; children: ReactNode }

export function RuleSubsection({ heading, children }: RuleSubsectionProps) {
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
