import { useId, useState } from 'react'
import { emptyIn, namesOf } from './rules.ts'
import { useKept } from './useKept.ts'

/** Messages of a refusal: at the fields, and for the form as a whole. */
export type Refusal<Values> = {
  fields?: { readonly [Field in keyof Values]?: string }
  form?: string
}

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
    submit: async (send: (values: Values) => Promise<Refusal<Values> | undefined>) => {
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
