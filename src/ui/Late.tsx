import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part in a chunk of its own that its page can do without: nothing until it is there, nor where it cannot be fetched.
 * Not by `lazy`, which would break the page then.
 * @param load must stay the same function
 */
export function Late({ load }: { load: () => Promise<ComponentType> }) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => undefined,
    )
  }, [load])
  return Loaded && <Loaded />
}
