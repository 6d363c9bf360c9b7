import type { FormEvent, ReactNode } from 'react'

type Props = {
  onSubmit: (event: FormEvent) => void
  field: ReactNode
  button: ReactNode
}

/** A field with its button beside it, also when an error appears below the field. */
export function OneLineForm({ onSubmit, field, button }: Props) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-lg items-start gap-2">
      <div className="min-w-0 flex-1">{field}</div>
      {/* The height of the label above the field. */}
      <div className="mt-[1.664rem] shrink-0">{button}</div>
    </form>
  )
}
