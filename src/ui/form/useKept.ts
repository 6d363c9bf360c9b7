import {
  createContext,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  dropOwnText,
  dropText,
  findText,
  type KeptText,
  keepText,
} from '#src/platform/keptTexts.ts'
import { namesOf } from './rules.ts'

/** The member whose texts are kept; empty for visitors, and for members whom their token does not name. */
export const OwnerContext = createContext('')

type Options<Values> = {
  /** The form and what it is about, such as `groupPage/7`. Without it nothing is kept. */
  as: string | undefined
  values: Values
  /** What the server has. */
  saved: Values
  restore: (values: Values) => void
}

/**
 * Keeps what is typed on the device, for the same member: a session that ends, a reload and a crash lose nothing. It is
 * back when the form is next shown, until it is saved or discarded.
 */
export function useKept<Values extends object>({ as, values, saved, restore }: Options<Values>) {
  const owner = use(OwnerContext)
  const [note] = useState(makeNote)
  const { found, times } = useSyncExternalStore(note.subscribe, note.get, note.get)
  const text = as === undefined ? '' : JSON.stringify(values)
  const last = useRef({ owner, text })
  const start = (begun: Values, next: Found | null) => {
    last.current.text = JSON.stringify(begun)
    restore(begun)
    note.set({ found: next, times: times + 1 })
  }
  const drop = () => {
    if (as !== undefined) dropOwnText(owner, as)
    if (found) dropText(found.key)
    if (found) note.set({ found: null, times })
  }
  const isPristine = isSame(values, saved)

  const write = useEffectEvent((now: string, member: string) => {
    if (as === undefined || member !== last.current.owner || now === last.current.text) return
    last.current.text = now
    if (isPristine) drop()
    else keepText(member, as, { values, saved })
  })
  const look = useEffectEvent((member: string, form: string | undefined) => {
    const before = last.current.owner
    // The session has ended; the page is about to be left.
    if (form === undefined || (member === '' && before !== '')) return
    const isOther = before !== '' && before !== member
    last.current.owner = member
    if (isOther) start(saved, null)
    if (!isOther && !isPristine) return
    const kept = findText(member, form)
    const changes = kept && changesIn(kept, saved)
    if (!changes) return
    const { isOvertaken } = changes
    start({ ...saved, ...changes.values }, { key: kept.key, isOvertaken })
  })
  // The order matters: a text that is found is not written again.
  useLayoutEffect(() => write(text, owner), [text, owner])
  useLayoutEffect(() => look(owner, as), [owner, as])

  return {
    /** Null unless the form shows a text that was kept. */
    found,
    /** Grows with each change of the values that was not typed, for fields that are uncontrolled. */
    times,
    drop,
    discard: () => {
      drop()
      start(saved, null)
    },
  }
}

type Found = { readonly key: string; readonly isOvertaken: boolean }
type Note = { readonly found: Found | null; readonly times: number }

/** What a form shows of a text that was kept: found after the form was rendered, so it is no state of React's. */
function makeNote() {
  let note: Note = { found: null, times: 0 }
  const listeners = new Set<() => void>()
  return {
    get: () => note,
    set: (next: Note) => {
      note = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The values that were typed, without those that no longer fit into the form. Undefined if nothing is left of them. */
function changesIn<Values extends object>(kept: KeptText, now: Values) {
  const current = (name: string): unknown => Reflect.get(now, name)
  const typed = namesOf(kept.values).filter((name) => {
    const value = kept.values[name]
    return (
      !isSame(value, kept.saved[name]) &&
      !isSame(value, current(name)) &&
      fits(value, current(name))
    )
  })
  if (typed.length === 0) return undefined
  return {
    values: Object.fromEntries(typed.map((name) => [name, kept.values[name]])) as Partial<Values>,
    isOvertaken: typed.some((name) => !isSame(kept.saved[name], current(name))),
  }
}

/** Whether a stored value is of the kind that the form has now: another version of the site may have stored it. */
function fits(value: unknown, sample: unknown): boolean {
  if (sample === undefined || sample === null) return true
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((item) => fits(item, sample[0]))
  if (typeof value !== typeof sample || value === null) return false
  return (
    typeof sample !== 'object' ||
    Object.entries(sample).every(([name, field]) => fits(Reflect.get(Object(value), name), field))
  )
}
