import { Icon } from './Icon.tsx'

export type FieldErrorProps = {
  id?: string
  /** Renders nothing without a message. */
  message?: string
}

/** An error below a field or at the head of a form; announced when it appears. */
export function FieldError({ id, message }: FieldErrorProps) {
  if (!message) return null
  return (
    <p
      id={id}
      role="alert"
      className="flex items-start gap-1.5 font-sans text-sm leading-snug text-ember"
    >
      <Icon name="alert" className="mt-[0.05em]" />
      <span>{message}</span>
    </p>
  )
}
