import { type ComponentPropsWithoutRef, type FormEvent, useLayoutEffect, useRef } from 'react'
import type { Elements } from '../elements.ts'
import type { FormOf, Refusal } from './useForm.ts'

type Props<Values extends object> = Omit<
  ComponentPropsWithoutRef<'form'>,
  'onSubmit' | 'onInput' | 'noValidate' | 'method' | 'children'
> & {
  form: FormOf<Values>
  /** Called when all rules pass. Resolves to the server's refusal; undefined without one, or without a text for it. */
  onSubmit: (values: Values, element: HTMLFormElement) => Promise<Refusal<Values> | undefined>
  /** Leaves validation to the browser. The fields are uncontrolled, and have the names of the values. */
  isNative?: boolean
  children: Elements
}

/** The one form of the site. Each refused attempt moves the focus to the first wrong field. */
export function Form<Values extends object>(props: Props<Values>) {
  const { form, onSubmit, isNative = false, ...rest } = props
  const { refused } = form
  const element = useRef<HTMLFormElement>(null)
  const known = useRef(refused)
  useLayoutEffect(() => {
    if (refused && refused !== known.current)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    known.current = refused
  }, [refused])

  const handleInput = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    form.set(textsIn(currentTarget, form.values))
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void form.submit((values) => onSubmit(values, currentTarget))
  }
  return (
    <form
      {...rest}
      ref={element}
      noValidate={!isNative}
      // `dialog` keeps a form that is submitted before the scripts run from writing its texts into the URL.
      method={isNative ? 'dialog' : undefined}
      onInput={isNative ? handleInput : undefined}
      onSubmit={handleSubmit}
    />
  )
}

/** Texts of the fields that have the names of the values. */
function textsIn<Values extends object>(form: HTMLFormElement, values: Values): Partial<Values> {
  const fields = Object.keys(values).map((name) => [name, form.elements.namedItem(name)] as const)
  const texts = fields.flatMap(([name, field]) =>
    field !== null && 'value' in field ? [[name, field.value] as const] : [],
  )
  return Object.fromEntries(texts) as Partial<Values>
}
