import {
  type ComponentPropsWithoutRef,
  type FormEvent,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { readAtSubmission } from '#src/platform/earlyInput.ts'
import { Button } from '../Button.tsx'
import type { Elements } from '../elements.ts'
import type { FormOf, Refusal } from './useForm.ts'
import { KeeperContext } from './useKept.ts'

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
  const { refused, kept } = form
  const noteId = useId()
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
  useLayoutEffect(() => (element.current ? readAtSubmission(element.current) : undefined), [])
  return (
    <>
      {kept.found && <KeptNote id={noteId} {...kept} isOvertaken={kept.found.isOvertaken} />}
      <form
        aria-describedby={kept.found ? noteId : undefined}
        {...rest}
        ref={element}
        noValidate={!isNative}
        // `dialog` keeps a form that is submitted before the scripts run from writing its texts into the URL.
        method={isNative ? 'dialog' : undefined}
        onInput={isNative ? handleInput : undefined}
        onSubmit={handleSubmit}
      />
    </>
  )
}

type NoteProps = { id: string; isOvertaken: boolean; discard: () => void }

/** Says that the form shows a text from before. */
function KeptNote({ id, isOvertaken, discard }: NoteProps) {
  const { texts } = use(KeeperContext)
  return (
    <div className="mb-4 flex w-full max-w-2xl flex-wrap items-center gap-x-3 gap-y-1 border-s-2 border-gold ps-3 font-sans text-ui">
      <p id={id} role="status" className="min-w-0 flex-1 basis-48">
        {isOvertaken ? texts.overtaken : texts.kept}
      </p>
      <Button variant="quiet" onClick={discard}>
        {texts.discard}
      </Button>
    </div>
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
