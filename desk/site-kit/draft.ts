import type { KitProblem, SiteKit, SiteState } from '#contract/schemas/siteKit.ts'

/** Milliseconds between the last change and its request. */
const DELAY_MS = 600

export type DraftState = {
  /** The kit that was in use when the draft began. */
  readonly base: { readonly id: number; readonly value: SiteKit }
  readonly value: SiteKit
  /** What the server has found in the draft that it was sent last. */
  readonly problems: readonly KitProblem[]
  readonly status: 'clean' | 'waiting' | 'saved' | 'failed'
  /** Why the server does not have the draft. */
  readonly failure: string
  /** Grows whenever previews show something new. */
  readonly version: number
}

type Sent = { readonly base_id: number; readonly value: SiteKit }
type Calls = {
  readonly put: (draft: Sent) => Promise<{ readonly problems: readonly KitProblem[] }>
  readonly messageOf: (error: unknown) => string
}
export type Draft = ReturnType<typeof makeDraft>

/**
 * The unsaved kit of a superuser: every change is sent, one request at a time, so that it survives the page.
 * @param first the state that the page was opened with
 */
export function makeDraft(first: SiteState, { put, messageOf }: Calls) {
  let state = startOf(first)
  // The server is asked for the problems of a draft from before.
  let isUnsent = first.draft !== null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()
  const listeners = new Set<() => void>()

  const update = (next: Partial<DraftState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const sendOnce = async () => {
    if (!isUnsent) return
    isUnsent = false
    const { base, value } = state
    try {
      const { problems } = await put({ base_id: base.id, value })
      const status = isUnsent ? 'waiting' : 'saved'
      update({ problems, failure: '', status, version: state.version + 1 })
    } catch (error) {
      isUnsent = true
      update({ status: 'failed', failure: messageOf(error) })
    }
  }
  /** Sends what is not sent yet. Never rejects. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    sending = sending.then(sendOnce)
    return sending
  }
  const replace = (next: Pick<DraftState, 'value'> & Partial<DraftState>) => {
    isUnsent = true
    update({ ...next, status: 'waiting' })
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), DELAY_MS)
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param change of the newest value, which a caller may not have seen yet */
    change: (change: (value: SiteKit) => SiteKit) => replace({ value: change(state.value) }),
    /** Takes another value, on top of another base. */
    replace,
    flush,
    /** Shows what the server has refused to save. */
    refused: (problems: readonly KitProblem[]) => update({ problems }),
    /** There is no draft any more. */
    settle: (base: DraftState['base']) => {
      clearTimeout(timer)
      isUnsent = false
      const version = state.version + 1
      update({ base, value: base.value, problems: [], status: 'clean', failure: '', version })
    },
  }
}

function startOf({ id, value, draft, states }: SiteState): DraftState {
  const rest = { problems: [], failure: '', version: 0 }
  if (draft === null) return { base: { id, value }, value, status: 'clean', ...rest }
  const base = states.find((one) => one.id === draft.base_id)?.value
  // A base that is too old to be known: then all of the draft counts as its changes.
  return {
    base: { id: draft.base_id, value: base ?? {} },
    value: draft.value,
    status: 'saved',
    ...rest,
  }
}
