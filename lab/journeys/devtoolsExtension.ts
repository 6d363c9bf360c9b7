/*
 * A stand-in for the browser extension: it takes the options of the site, records the sanitised
 * actions, and can put an old state back as "jump" does.
 */
export function installExtension(): void {
  type State = Record<string, unknown>
  type Action = { type: string }
  type Store = { getState: () => State; dispatch: (action: Action) => unknown }
  type Make = (reducer: (state: State, action: Action) => State, initial: State) => Store
  type Options = {
    actionSanitizer: (action: Action, id: number) => unknown
    stateSanitizer: (state: State, index: number) => unknown
  }
  const log: unknown[] = []
  const states: State[] = []
  const extension = {
    log,
    jump: (_index: number): void => undefined,
    shown: (): unknown => undefined,
    length: () => states.length,
  }
  const compose =
    (options: Options) =>
    (...enhancers: ((make: Make) => Make)[]) =>
    (make: Make): Make => {
      const recording: Make = (reducer, initial) =>
        make((state, action) => {
          if (action.type === '@@JUMP')
            return states[(action as { index?: number }).index ?? 0] ?? state
          const next = reducer(state, action)
          log.push(options.actionSanitizer(action, log.length))
          states.push(next)
          return next
        }, initial)
      return (reducer, initial) => {
        let inner: Store | undefined
        const outer = enhancers.reduceRight<Make>(
          (next, enhancer) => enhancer(next),
          (r, i) => {
            inner = recording(r, i)
            return inner
          },
        )(reducer, initial)
        // Dispatches below every middleware, as the extension does, so that no listener runs.
        extension.jump = (index) => void inner?.dispatch({ type: '@@JUMP', index } as Action)
        extension.shown = () => options.stateSanitizer(outer.getState(), 0)
        return outer
      }
    }
  Object.assign(window, { extension, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose })
}

type Extension = {
  log: { type: string }[]
  jump: (index: number) => void
  shown: () => unknown
  length: () => number
}
declare global {
  interface Window {
    extension: Extension
  }
}
