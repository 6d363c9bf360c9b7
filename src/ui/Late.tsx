import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type LateProps<Props> = {
  /** Fetches the part; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  /** Props of the part. */
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
  const Loaded = useLate(load)
  if (Loaded === null) return waiting
  if (Loaded === 'failed') return failed
  return <Loaded {...(props ?? ({} as Props))} />
}

/** The component of such a part; null until it is loaded. */
export function useLate<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | 'failed' | null {
  const [loaded, setLoaded] = useState<ComponentType<Props> | 'failed' | null>(null)
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => setLoaded('failed'),
    )
  }, [load])
  return loaded
}
