import { useSyncExternalStore } from 'react'
import { type KeepFailure, keepErrorOf } from '#src/offline/fetchList.ts'
import { type KeptListName, keepList, type Progress } from '#src/offline/keepList.ts'
import { type KeptDocument, readKept, removeKept } from '#src/offline/keptDocuments.ts'

type Keeping = {
  /** Undefined until it has been read. */
  readonly kept: Pick<KeptDocument, 'at' | 'bytes'> | null | undefined
  /** Null unless a list is being fetched. */
  readonly progress: Progress | null
  readonly failure: KeepFailure | null
}

const UNKNOWN: Keeping = { kept: undefined, progress: null, failure: null }
const NONE: Progress = { done: 0, total: 0 }

/** State and actions of saving a list. Outside React, because a save continues when its dialog or page is closed. */
function makeKeeper(name: KeptListName) {
  let state = UNKNOWN
  let running: AbortController | null = null
  const listeners = new Set<() => void>()
  const set = (changed: Partial<Keeping>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  const look = async () => set({ kept: await readKept(name) })

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (running === null) void look()
      return () => void listeners.delete(listener)
    },
    async keep(language: string) {
      if (running) return
      running = new AbortController()
      set({ progress: NONE, failure: null })
      try {
        await keepList(name, { language, signal: running.signal }, (progress) => set({ progress }))
      } catch (error) {
        set({ failure: keepErrorOf(error).failure })
      }
      running = null
      await look()
      set({ progress: null })
    },
    cancel: () => running?.abort(),
    async remove() {
      await removeKept(name)
      set({ kept: null, failure: null })
    },
  }
}

const keepers = { rules: makeKeeper('rules'), glossary: makeKeeper('glossary') }

export const keeperOf = (name: KeptListName) => keepers[name]

export function useKeeping(name: KeptListName): Keeping {
  const { subscribe, read } = keepers[name]
  return useSyncExternalStore(subscribe, read)
}
