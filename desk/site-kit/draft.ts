import type { KitProblem, SiteKit, SiteState } from '#contract/siteKit.ts'

/** Milliseconds between the last change and its request. */
const DELAY_MS = 600

/** What the server had when the draft was sent or opened last: the kit in use, and when the draft was changed; null for no draft. */
type Base = { readonly id: number; readonly at: string | null }

export type DraftState = {
  readonly base: Base
  readonly value: SiteKit
  /** What the server has found in the draft that it was sent last. */
  readonly problems: readonly KitProblem[]
  /** `conflict`: someone else has changed draft or kit, so that this value is not sent any more. */
  readonly status: 'clean' | 'waiting' | 'saved' | 'failed' | 'conflict'
  /** Why the server does not have the draft. */
  readonly failure: string
  /** Grows whenever previews show something new. */
  readonly version: number
}

type Kept = { readonly updated_at: string | null; readonly problems: readonly KitProblem[] }
type Calls = {
  readonly put: (value: SiteKit | null, base: Base) => Promise<Kept>
  readonly messageOf: (error: unknown) => string
  readonly isConflict: (error: unknown) => boolean
}
export type Draft = ReturnType<typeof makeDraft>

const baseOf = ({ id, draft }: SiteState): Base => ({ id, at: draft?.updated_at ?? null })

/** A draft that began before the kit in use would take back what has been saved since. */
const isOutdated = ({ id, draft }: SiteState): boolean => draft !== null && draft.base_id !== id

/** What everyone else has: the draft, or the kit in use. */
export const valueOfOthers = (state: SiteState): SiteKit =>
  state.draft && !isOutdated(state) ? state.draft.value : state.value

function makeStore(first: SiteState) {
  let state = openedIn(first)
  // Responses arrive late: an older state than one that is known says nothing.
  let newest = state.base
  const listeners = new Set<() => void>()
  const noted = ({ id, at }: Base): Base => {
    newest = { id, at: at ?? newest.at }
    return { id, at }
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update: (next: Partial<DraftState>) => {
      state = { ...state, ...next, base: next.base ? noted(next.base) : state.base }
      for (const listener of listeners) listener()
    },
    isNews: (next: SiteState): boolean => {
      const { id, at } = baseOf(next)
      return id > newest.id || (id === newest.id && (at ?? '') > (newest.at ?? ''))
    },
  }
}

/** Sends what is not sent yet, one request at a time. @param isUnsent at first */
function makeSender(
  { get, update }: ReturnType<typeof makeStore>,
  { put, messageOf, isConflict }: Calls,
  isUnsent: boolean,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()
  const stop = () => {
    clearTimeout(timer)
    isUnsent = false
  }
  const conflict = () => {
    stop()
    update({ status: 'conflict', failure: '' })
  }
  const sendOnce = async () => {
    if (!isUnsent) return
    isUnsent = false
    const { base, value } = get()
    try {
      const { problems, updated_at } = await put(value, base)
      const status = isUnsent ? 'waiting' : 'saved'
      const version = get().version + 1
      update({ base: { ...base, at: updated_at }, problems, failure: '', status, version })
    } catch (error) {
      if (isConflict(error)) return conflict()
      isUnsent = true
      update({ status: 'failed', failure: messageOf(error) })
    }
  }
  /** Never rejects. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    sending = sending.then(sendOnce)
    return sending
  }
  const soon = () => {
    clearTimeout(timer)
    isUnsent = true
    timer = setTimeout(() => void flush(), DELAY_MS)
  }
  return { stop, conflict, flush, soon }
}

/**
 * The one draft of all superusers: every change is sent, so that it survives the page.
 * @param first the state that the page was opened with
 */
export function makeDraft(first: SiteState, calls: Calls) {
  const store = makeStore(first)
  const { get, update } = store
  // The server is asked for the problems of a draft from before.
  const sender = makeSender(store, calls, get().status === 'saved')
  const { flush, conflict } = sender

  const replace = (value: SiteKit) => {
    // Nothing more is sent before the conflict is settled.
    if (get().status === 'conflict') return update({ value })
    update({ value, status: 'waiting' })
    sender.soon()
  }
  /** There is nothing here that the server does not have. */
  const settle = (next: Pick<DraftState, 'base' | 'value' | 'status'>) => {
    sender.stop()
    update({ ...next, problems: [], failure: '', version: get().version + 1 })
  }
  const saved = (id: number, value: SiteKit) =>
    settle({ base: { id, at: null }, value, status: 'clean' })
  const drop = async ({ id, value }: SiteState) => {
    await flush()
    await calls.put(null, get().base)
    saved(id, value)
  }
  return {
    get,
    subscribe: store.subscribe,
    /** @param change of the newest value, which a caller may not have seen yet */
    change: (change: (value: SiteKit) => SiteKit) => replace(change(get().value)),
    flush,
    conflict,
    /** Shows what the server has refused to save. */
    refused: (problems: readonly KitProblem[]) => update({ problems }),
    /** The value is the kit in use, and there is no draft. */
    saved,
    drop,
    /** Follows what the server has now, unless there are changes here that it does not have. */
    follow: (next: SiteState) => {
      const { status } = get()
      if (status === 'conflict') return
      if (!store.isNews(next)) void flush()
      else if (status === 'waiting' || status === 'failed') conflict()
      else settle(openedIn(next))
    },
    /** Ends a conflict with the value of the others. */
    takeTheirs: async (next: SiteState) => {
      update({ base: baseOf(next) })
      if (isOutdated(next)) await drop(next)
      else settle(openedIn(next))
    },
    /** Ends a conflict with the own value, which replaces theirs. */
    keepMine: (next: SiteState) => {
      update({ base: baseOf(next), status: 'waiting' })
      replace(get().value)
    },
  }
}

function openedIn(state: SiteState): DraftState {
  const { value, draft } = state
  const status = draft === null ? 'clean' : isOutdated(state) ? 'conflict' : 'saved'
  const rest = { problems: [], failure: '', version: 0 }
  return { base: baseOf(state), value: draft?.value ?? value, status, ...rest }
}
