import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type LateProps<Props> = {
  /** Fetches the part; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  /** What the part is given. */
  props?: Props
  /** What is shown where the part cannot be fetched; nothing by default. */
  failed?: ReactNode
}

/**
 * A part in a chunk of its own that its page can do without: nothing until it is there. Not by `lazy`, which would
 * break the page where it cannot be fetched.
 */
export function Late<Props extends object>({ load, props, failed }: LateProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => setHasFailed(true),
    )
  }, [load])
  if (Loaded === null) return hasFailed && failed
  return <Loaded {...(props ?? ({} as Props))} />
}
