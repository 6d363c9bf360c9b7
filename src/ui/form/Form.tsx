import { type ComponentPropsWithoutRef, type FormEvent, useLayoutEffect, useRef } from 'react'
import type { Elements } from '../elements.ts'
import type { FormOf, Refusal } from './useForm.ts'

type Props<Values extends object> = Omit<
  ComponentPropsWithoutRef<'form'>,
  'onSubmit' | 'onInput' | 'noValidate' | 'method' | 'children'
> & {
  form: FormOf<Values>
  /** Called when all rules are kept. It resolves to what the server says against it; a failure without words is undefined. */
  onSubmit: (values: Values, element: HTMLFormElement) => Promise<Refusal<Values> | undefined>
  /** The browser alone validates. The fields are uncontrolled, and named as the values are. */
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
      // Before the scripts run, a submitted form stays where it is instead of writing its texts into the URL.
      method={isNative ? 'dialog' : undefined}
      onInput={isNative ? handleInput : undefined}
      onSubmit={handleSubmit}
    />
  )
}

/** What the fields of a form have that are named as its values are. */
function textsIn<Values extends object>(form: HTMLFormElement, values: Values): Partial<Values> {
  const fields = Object.keys(values).map((name) => [name, form.elements.namedItem(name)] as const)
  const texts = fields.flatMap(([name, field]) =>
    field !== null && 'value' in field ? [[name, field.value] as const] : [],
  )
  return Object.fromEntries(texts) as Partial<Values>
}
