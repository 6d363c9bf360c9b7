import { type ComponentType, useEffect, useState } from 'react'

type LateProps<Props> = { load: () => Promise<ComponentType<Props>>; props?: Props }

/**
 * A part in a chunk of its own that its page can do without: nothing until it is there, nor where it cannot be fetched.
 * Not by `lazy`, which would break the page then.
 * @param load must stay the same function
 * @param props of the part
 */
export function Late<Props extends object>({ load, props }: LateProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => undefined,
    )
  }, [load])
  return Loaded && <Loaded {...(props ?? ({} as Props))} />
}
