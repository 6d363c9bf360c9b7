import { type ComponentType, lazy } from 'react'

/** A screen whose code comes in a chunk of its own. */
export type Screen = {
  readonly load: () => Promise<ComponentType>
  /**
   * The screen once its chunk is loaded, else one that suspends. React shows a fallback for at least 300 ms, which also
   * delays the calls of the screen; a preloaded one needs none. Read it once per mount: it changes with the load.
   */
  readonly component: () => ComponentType
}

export function screenOf(fetchChunk: () => Promise<ComponentType>): Screen {
  let fetched: ComponentType | undefined
  const load = async () => {
    fetched ??= await fetchChunk()
    return fetched
  }
  const Suspending = lazy(async () => ({ default: await load() }))
  return { load, component: () => fetched ?? Suspending }
}
