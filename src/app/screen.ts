import { type ComponentType, lazy } from 'react'

/** A screen whose code comes in a chunk of its own. */
export type Screen = {
  /** Fetches the chunk, once. */
  readonly load: () => Promise<ComponentType>
  /**
   * What to draw: the screen itself once its chunk is there, else one that suspends. React keeps a fallback
   * for 300 ms once it was shown, and with it whatever the screen asks the server for; what was fetched
   * ahead needs none. Take it once for each mount: it changes when the chunk comes.
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
