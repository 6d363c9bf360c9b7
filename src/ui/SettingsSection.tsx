import { type ReactNode, useId } from 'react'

type Props = { title: string; lead?: string; children: ReactNode }

/** One topic of the Settings tab. It gets the focus when its focused control is removed. */
export function SettingsSection({ title, lead, children }: Props) {
  const titleId = useId()
  return (
    <section
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mt-8 border-t border-line pt-6 outline-none"
    >
      <h3 id={titleId} className="text-lg font-semibold">
        {title}
      </h3>
      {lead && <p className="mt-1 max-w-measure font-sans text-ui text-ink-soft">{lead}</p>}
      <div className="mt-4 flex flex-col items-start gap-4">{children}</div>
    </section>
  )
}
