import {
  type ComponentPropsWithoutRef,
  type FormEvent,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { readAtSubmission } from '#src/platform/firstView.ts'
import { Button } from '../Button.tsx'
import type { Elements } from '../elements.ts'
import { FormError } from '../Field.tsx'
import { WordsContext } from '../words.ts'
import { isBlank, namesOf } from './rules.ts'
import { useKept } from './useKept.ts'

type Props<Values extends object> = Omit<
  ComponentPropsWithoutRef<'form'>,
  'onSubmit' | 'onInput' | 'noValidate' | 'method' | 'children'
> & {
  form: FormOf<Values>
  /** Called when all rules pass. Resolves to the server's refusal; to nothing without one, or without a text for it. */
  onSubmit: (values: Values, element: HTMLFormElement) => Sent<Values>
  /** Leaves validation to the browser. The fields are uncontrolled, and have the names of the values. */
  isNative?: boolean
  children: Elements
}

const COLUMN = 'flex w-full max-w-2xl flex-col items-start gap-4'

/** The one form of the site. Each refused attempt moves the focus to the first wrong field. */
export function Form<Values extends object>(props: Props<Values>) {
  const { form, onSubmit, isNative = false, className = COLUMN, ...rest } = props
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
        className={className}
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
  const words = use(WordsContext)
  return (
    <div className="mb-4 flex w-full max-w-2xl flex-wrap items-center gap-x-3 gap-y-1 border-s-2 border-gold ps-3 font-sans text-ui">
      <p id={id} role="status" className="min-w-0 flex-1 basis-48">
        {isOvertaken ? words.overtaken : words.kept}
      </p>
      <Button variant="quiet" onClick={discard}>
        {words.discard}
      </Button>
    </div>
  )
}

function textsIn<Values extends object>(form: HTMLFormElement, values: Values): Partial<Values> {
  const fields = Object.keys(values).map((name) => [name, form.elements.namedItem(name)] as const)
  const texts = fields.flatMap(([name, field]) =>
    field !== null && 'value' in field ? [[name, field.value] as const] : [],
  )
  return Object.fromEntries(texts) as Partial<Values>
}

/** Messages of a refusal: at the fields, and for the form as a whole. */
export type Refusal<Values> = {
  fields?: { readonly [Field in keyof Values]?: string }
  form?: string
}

type Sent<Values> = Promise<Refusal<Values> | undefined> | Promise<void>

/** A refusal with the refused values: each error is shown until the value of its field changes. */
type Refused<Values> = Refusal<Values> & {
  values: Values
  /** Empty fields, which the message about an incomplete form covers. */
  empty?: ReadonlyArray<keyof Values>
}

/** Keys of messages, by field. */
type Problems<Values> = { readonly [Field in keyof Values]?: string }
type KeyIn<Found> = NonNullable<Found[keyof Found]>

type Rules<Values, Found> =
  | {
      /** A named pure function beside the screen; returns the errors by field. */
      rules: (values: Values) => Found
      /** One message for all empty fields; without it the rules cover them. */
      incomplete?: NoInfer<KeyIn<Found>>
      say: (key: NoInfer<KeyIn<Found>>) => string
    }
  | { rules?: undefined; incomplete?: undefined; say?: undefined }

type Source<Values> =
  | { initial: Values }
  /** Values kept elsewhere, such as in the store. `refused` is the refusal that was shown when the screen was left. */
  | {
      values: Values
      /** What the server has, for a form whose text is kept. */
      saved?: Values
      onEdit?: (edited: Values) => void
      refused?: Refused<Values> | null
    }

type Options<Values, Found> = Rules<Values, Found> &
  Source<Values> & {
    /** An error of the one field also ends when the other one changes. */
    pairs?: { readonly [Field in keyof Values]?: keyof Values }
    /** Keeps the text on the device under this name (useKept.ts). Not for passwords and codes. */
    keep?: string
  }

export type FormOf<Values extends object> = ReturnType<typeof useForm<Values, Problems<Values>>>

/**
 * The state of a form, for `Form`. The first attempt to send runs the checks and shows all errors at once. `onSubmit`
 * of `Form` resolves to the errors that only the server can know.
 */
export function useForm<Values extends object, Found extends Problems<Values>>(
  options: Options<Values, Found>,
) {
  const { values, set, clear, settle, kept } = useValues(options)
  const [refused, setRefused] = useState(('values' in options && options.refused) || null)
  const [isBusy, setIsBusy] = useState(false)
  const errorId = useId()

  const isAsRefused = (field: keyof Values) =>
    refused !== null && Object.is(refused.values[field], values[field])
  const empty = (refused?.empty ?? []).filter(isAsRefused)
  const errorAt = (field: keyof Values): string | undefined =>
    [field, options.pairs?.[field] ?? field].every(isAsRefused)
      ? refused?.fields?.[field]
      : undefined
  return {
    values,
    set,
    clear,
    settle,
    kept,
    isBusy,
    refused,
    errorAt,
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (value: Values[Name]) => {
        const change: Partial<Values> = {}
        change[name] = value
        set(change)
      },
      error: errorAt(name),
      errorId: empty.includes(name) ? errorId : undefined,
    }),
    /** Error of the form as a whole, for `FormError`. */
    error: {
      id: errorId,
      message: refused?.empty && empty.length === 0 ? undefined : refused?.form,
    },
    refuse: (refusal: Refusal<Values>) => setRefused({ ...refusal, values }),
    submit: async (send: (values: Values) => Sent<Values>) => {
      if (isBusy) return
      const wrong = wrongIn(values, options)
      setRefused(wrong)
      if (wrong) return
      setIsBusy(true)
      try {
        const refusal = await send(values)
        if (refusal) setRefused({ ...refusal, values })
      } finally {
        setIsBusy(false)
      }
    },
  }
}

/** Typed values, in the form itself or in the store. */
function useValues<Values extends object, Found extends Problems<Values>>(
  options: Options<Values, Found>,
) {
  const isStored = 'values' in options
  const [typed, setTyped] = useState(isStored ? options.values : options.initial)
  const [sent, setSent] = useState(typed)
  const values = isStored ? options.values : typed
  const kept = useKept({
    as: options.keep,
    values,
    saved: isStored ? (options.saved ?? values) : sent,
    restore: isStored ? (restored) => options.onEdit?.(restored) : setTyped,
  })
  const settle = (saved = values) => {
    kept.drop()
    setSent(saved)
  }
  return {
    values,
    kept,
    set: (change: Partial<Values>) => {
      if (isStored) options.onEdit?.({ ...values, ...change })
      else setTyped((now) => ({ ...now, ...change }))
    },
    /** Takes the outcome of each attempt: without an error the server has the text, and it is kept no longer. */
    settle: (error: unknown, then?: () => void) => {
      if (error) return
      settle()
      then?.()
    },
    /** Clears the sent values; text typed during the call stays. */
    clear: (cleared: Values) => {
      if (isStored) return
      settle(options.initial)
      setTyped((now) => withoutSent(now, cleared, options.initial))
    },
  }
}

/** Null when all rules pass. */
function wrongIn<Values extends object, Found extends Problems<Values>>(
  values: Values,
  { rules, incomplete, say }: Rules<Values, Found>,
): Refused<Values> | null {
  if (!rules) return null
  const problems: Found = rules(values)
  const fields: { [Field in keyof Values]?: string } = {}
  for (const field of namesOf<Problems<Values>>(problems)) {
    const problem = problems[field]
    if (problem) fields[field] = say(problem)
  }
  const empty = incomplete === undefined ? [] : emptyIn(values)
  if (empty.length === 0) return namesOf(fields).length > 0 ? { values, fields } : null
  return { values, fields, empty, form: incomplete && say(incomplete) }
}

function withoutSent<Values extends object>(now: Values, sent: Values, initial: Values): Values {
  const cleared = { ...now }
  for (const field of namesOf(initial))
    if (Object.is(now[field], sent[field])) cleared[field] = initial[field]
  return cleared
}

type SubmitProps = Omit<ComponentPropsWithoutRef<typeof Button>, 'type' | 'busy'> & {
  of: { readonly isBusy: boolean }
}

export const Submit = ({ of: { isBusy }, ...button }: SubmitProps) => (
  <Button variant="primary" {...button} type="submit" busy={isBusy} />
)

type FormFootProps = {
  form: { readonly isBusy: boolean; readonly error: Parameters<typeof FormError>[0] }
  /** Label of the button. */
  children: ReactNode
}

/** The button of a long form in a dialog, which stays in view while the fields scroll. */
export const FormFoot = ({ form, children }: FormFootProps) => (
  <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-col gap-2 border-t border-line bg-vellum px-5 py-3 sm:-mx-7 sm:-mb-6 sm:px-7">
    <FormError {...form.error} />
    <div className="flex flex-wrap gap-2">
      <Submit of={form}>{children}</Submit>
    </div>
  </div>
)

export const emptyIn = <Values extends object>(values: Values): Array<keyof Values> =>
  namesOf(values).filter((field) => isBlank(values[field]))
