import { check } from '../../text/check.ts'
import { rowsOf } from '../../work/personalData.ts'
import type { Module } from '../face.ts'
import { deleteHook, listGivenUp } from './repository.ts'
import { hookDeskRoutes, presentHook, setHook, testHook } from './routes.ts'
import { makeHookPoller, type Sources } from './run.ts'

/** Sends to chats and other programs what is new, at addresses that the staff or groups have set. */
export const hooks = {
  gives: { setHook, presentHook, testHook, deleteHook },
  make: (sources: Sources): Module => ({
    desk: hookDeskRoutes,
    jobs: [(deps, log) => makeHookPoller(deps, log, sources)],
    checks: [
      async (deps) => {
        const hosts = (await listGivenUp(deps)).map(({ host }) => host)
        return [hosts.length === 0 ? check('hooks', 'ok') : check('hooks', 'wrong', { hosts })]
      },
    ],
    personalData: { tables: { hooks: { rows: rowsOf('set_by'), without: ['target'] } } },
  }),
}
