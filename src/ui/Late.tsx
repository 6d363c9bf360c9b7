import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type LateProps<Props> = {
  /** Fetches the part; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  props?: Props
  /** Shown until then; nothing by default. */
  waiting?: ReactNode
  /** Replacement for a part that cannot be fetched; nothing by default. */
  failed?: ReactNode
}

/**
 * An optional part of a page in a chunk of its own; shows `waiting` until it is loaded. `lazy` would break the page if
 * the chunk cannot be fetched.
 */
export function Late<Props extends object>({ load, props, waiting, failed }: LateProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => setHasFailed(true),
    )
  }, [load])
  if (Loaded === null) return hasFailed ? failed : waiting
  return <Loaded {...(props ?? ({} as Props))} />
}
