import { type ComponentType, lazy } from 'react'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { type Chunk, type RoutePath, routeAt, routes } from './routes.ts'

type Screen = {
  /** Its chunk, which has the data of a public page. One that has come is not fetched again, one that failed is. */
  readonly load: () => Promise<Chunk>
  /**
   * The screen once its chunk is loaded, else one that suspends. React shows a fallback for at least 300 ms, which also
   * delays the calls of the screen; a preloaded one needs none. Read it once per mount: it changes with the load.
   */
  readonly component: () => ComponentType
  readonly isLoaded: () => boolean
}

export function screenOf(fetchChunk: () => Promise<Chunk>): Screen {
  let chunk: Chunk | undefined
  const load = async () => (chunk ??= await fetchChunk())
  const Suspending = lazy<ComponentType>(async () => ({ default: (await load()).Screen }))
  return {
    load,
    component: () => chunk?.Screen ?? Suspending,
    isLoaded: () => chunk !== undefined,
  }
}

export const pages = Object.fromEntries(
  routes.map(({ path, screen, ...entry }) => [
    path,
    screenOf('needsLateStyles' in entry ? () => withLateStyles<Chunk>(screen()) : screen),
  ]),
) as Record<RoutePath, Screen>

export const screenAt = (pathname: string): Screen | undefined => {
  const found = routeAt(pathname)
  return found && pages[found.entry.path]
}

/** Preloads the chunk of the screen. Rendering retries a failed load and can show the failure. */
export const preloadScreenAt = async (pathname: string): Promise<Chunk | undefined> =>
  screenAt(pathname)
    ?.load()
    .catch(() => undefined)
