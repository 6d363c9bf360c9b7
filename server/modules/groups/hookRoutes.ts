import { hookCalls } from '#contract/hooks.ts'
import type { GroupId } from '#contract/ids.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type Call, routesOn } from '../../work/work.ts'
import type { dropHook, presentHook, setHook, testHook } from '../hooks/routes.ts'
import { inGroup, ofGroup } from './groupCalls.ts'
import { assertPlanner } from './planning/plan.ts'

/** Functions of the module of hooks. */
export type Hooks = {
  readonly setHook: typeof setHook
  readonly presentHook: typeof presentHook
  readonly testHook: typeof testHook
  readonly dropHook: typeof dropHook
}

const nameOf = (group: GroupId) => `group:${group}`
type Sent<Name extends keyof typeof hookCalls> = Call<(typeof hookCalls)[Name]>

/** The hook of a group, which the members who plan set; all members learn of it in its activity. */
export function groupHookRoutes(member: App, deps: Deps, hooks: Hooks): void {
  const route = routesOn(member, deps, hookCalls)
  route(
    'getHook',
    inGroup('member', async (w) => {
      assertPlanner(w)
      return hooks.presentHook(w, nameOf(w.id))
    }),
  )
  route(
    'saveHook',
    ofGroup('member', async (w, { body }: Sent<'saveHook'>) => {
      assertPlanner(w)
      const { hook: before } = await hooks.presentHook(w, nameOf(w.id))
      await hooks.setHook(w, { name: nameOf(w.id), group_id: w.id, set_by: w.me }, body)
      await w.log(before === null ? 'hook_set' : 'hook_changed', { detail: body.kind })
      w.publishGroup()
      return hooks.presentHook(w, nameOf(w.id))
    }),
    limited(20, 60),
  )
  route(
    'testHook',
    inGroup('member', async (w) => {
      assertPlanner(w)
      return hooks.testHook(w, nameOf(w.id))
    }),
    limited(10, 10),
  )
  route(
    'removeHook',
    ofGroup('member', async (w) => {
      assertPlanner(w)
      if (!(await hooks.dropHook(w, nameOf(w.id)))) throw errors.notFound()
      await w.log('hook_removed')
      w.publishGroup()
      return {}
    }),
  )
}
