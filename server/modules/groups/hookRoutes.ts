import { hookCalls } from '#contract/hooks.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupLogKind } from '#contract/sets.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { type Call, routesOn, type Work } from '../../work/work.ts'
import type { deleteHook } from '../hooks/repository.ts'
import type { presentHook, setHook, testHook } from '../hooks/routes.ts'
import { inGroup, ofGroup } from './groupCalls.ts'
import { insertLog } from './logRepository.ts'
import { assertPlanner } from './planning/plan.ts'
import { lockGroup } from './repository.ts'

/** Functions of the module of hooks. */
export type Hooks = {
  readonly setHook: typeof setHook
  readonly presentHook: typeof presentHook
  readonly testHook: typeof testHook
  readonly deleteHook: typeof deleteHook
}

const nameOf = (group: GroupId) => `group:${group}`
type Sent<Name extends keyof typeof hookCalls> = Call<(typeof hookCalls)[Name]> & {
  readonly memberId: MemberId
}

/** The hook of a group, which the members who plan set; all members learn of it in its activity. */
export function groupHookRoutes(member: App, deps: Deps, hooks: Hooks): void {
  const { presentHook, setHook, testHook, deleteHook } = hooks
  const route = routesOn(member, deps, hookCalls)
  route(
    'getHook',
    inGroup('member', async (w, call: Sent<'getHook'>) => {
      assertPlanner(w)
      return { hook: await presentHook(w, nameOf(w.id), languageOf(call)) }
    }),
  )
  route(
    'saveHook',
    ofGroup('member', async (w, call: Sent<'saveHook'>) => {
      assertPlanner(w)
      const before = await presentHook(w, nameOf(w.id))
      await setHook(w, { name: nameOf(w.id), group_id: w.id, set_by: w.me }, call.body)
      const hook = await presentHook(w, nameOf(w.id), languageOf(call))
      await w.log(before === null ? 'hook_set' : 'hook_changed', { detail: hook?.host ?? '' })
      w.publishGroup()
      return { hook }
    }),
    limited(20, 60),
  )
  route(
    'testHook',
    inGroup('member', async (w, call: Sent<'testHook'>) => {
      assertPlanner(w)
      return testHook(w, nameOf(w.id), languageOf(call))
    }),
    limited(10, 10),
  )
  route(
    'removeHook',
    ofGroup('member', async (w) => {
      assertPlanner(w)
      if (!(await deleteHook(w, nameOf(w.id)))) throw errors.notFound()
      await w.log('hook_removed')
      w.publishGroup()
      return {}
    }),
  )
}

/** Writes to the log of a group what has become of its hook, unless `change` is false. */
export async function logHook(
  w: Work,
  id: GroupId,
  kind: GroupLogKind,
  change: () => Promise<boolean>,
): Promise<void> {
  const group = await lockGroup(w, id)
  if (group === undefined || !(await change())) return
  await insertLog(w, { group: id, actor: null, kind })
  w.publish(group.members, { kind: 'group', subject: id })
}
