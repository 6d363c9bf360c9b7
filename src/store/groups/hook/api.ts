import { hookCalls } from '#contract/hooks.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

/** Only for servers that announce them by `hooks` in `features` of the profile. */
export const hookApi = endpointsOf(hookCalls, {
  // Changes are published as those of the group's page.
  queries: { getHook: { tags: (id) => [['GroupPage', id]] } },
  changes: {
    saveHook: { endsIfDone: ({ id }) => [['GroupPage', id]] },
    testHook: { ends: (id) => [['GroupPage', id]] },
    removeHook: { ends: (id) => [['GroupPage', id]] },
  },
})

raiseToasts<typeof hookApi>({
  saveHook: { done: 'toast.hook_saved' },
  removeHook: { done: 'toast.hook_removed', failed: 'toast.hook_remove_failed' },
})
