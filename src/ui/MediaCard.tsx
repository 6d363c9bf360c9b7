import { type ReactNode, useId } from 'react'
import { cardClasses, joined } from './look.ts'

type MediaCardProps = {
  /** A Picture that fills the upper part, 3:2. */
  picture: ReactNode
  /** A line above the title: kind, date. */
  eyebrow: ReactNode
  /** The h3; it names the card. */
  title: ReactNode
  children: ReactNode
  /** Language of title and children. */
  lang?: string | undefined
  footer?: ReactNode
}

export function MediaCard({ picture, eyebrow, title, children, lang, footer }: MediaCardProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className={joined(cardClasses, 'group relative flex flex-col overflow-hidden')}
    >
      <div className="aspect-3/2 overflow-hidden bg-night">{picture}</div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm text-ink-soft">
          {eyebrow}
        </div>
        <h3
          id={titleId}
          lang={lang}
          className="mt-1.5 font-heading text-xl font-bold wrap-anywhere"
        >
          {title}
        </h3>
        <div lang={lang} className="mt-2 flex-1 text-base text-ink/85">
          {children}
        </div>
        {footer && <div className="mt-4">{footer}</div>}
      </div>
    </article>
  )
}
