import type { ReactNode } from 'react'
import { FormError } from '../FieldError.tsx'

type Props = {
  /** The error of the form as a whole. */
  error: Parameters<typeof FormError>[0]
  children: ReactNode
}

/** The buttons of a long form in a dialog, which stay in view while its fields scroll. */
export const FormFoot = ({ error, children }: Props) => (
  <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-col gap-2 border-t border-line bg-vellum px-5 py-3 sm:-mx-7 sm:-mb-6 sm:px-7">
    <FormError {...error} />
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
