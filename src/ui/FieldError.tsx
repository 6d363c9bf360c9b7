import { Icon } from './Icon.tsx'

export function FieldError({ id, message }: { id?: string; message?: string }) {
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

/** An error of a whole form; renders nothing without a message. */
export function FormError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <div
      id={id}
      role="alert"
      className="flex items-start gap-2 rounded border border-ember/40 bg-ember/8 px-3.5 py-2.5 font-sans text-ui leading-snug text-ember"
    >
      <Icon name="alert" className="mt-px" />
      <span>{message}</span>
    </div>
  )
}
