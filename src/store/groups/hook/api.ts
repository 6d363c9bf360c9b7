import { hookCalls } from '#contract/hooks.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

export const hookApi = endpointsOf(hookCalls, {
  queries: { getHook: { tags: ['Group'] } },
  changes: {
    saveHook: { endsIfDone: ['Group'] },
    testHook: {},
    removeHook: { ends: ['Group'] },
  },
})

raiseToasts<typeof hookApi>({
  saveHook: { done: 'toast.hook_saved' },
  removeHook: { done: 'toast.hook_removed', failed: 'toast.hook_remove_failed' },
})
