type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : HTMLElementEventMap

type Handlers<Events> = { readonly [Name in keyof Events]?: (event: Events[Name]) => unknown }

/** Calls the handlers for these events of the target, until the returned function is called. */
export function listen<Target extends Window | Document | HTMLElement>(
  target: Target,
  handlers: Handlers<EventsOf<Target>>,
  options?: AddEventListenerOptions,
): () => void {
  const all = Object.entries(handlers) as [string, EventListener][]
  for (const [name, handler] of all) target.addEventListener(name, handler, options)
  return () => {
    for (const [name, handler] of all) target.removeEventListener(name, handler, options)
  }
}
