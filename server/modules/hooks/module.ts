import { check } from '../../text/check.ts'
import type { Kit } from '../../text/kit.ts'
import type { Module } from '../face.ts'
import type { listGroupNotices } from '../groups/planning/hookRepository.ts'
import { listGivenUp } from './repository.ts'
import { dropHook, hookDeskRoutes, presentHook, setHook, testHook } from './routes.ts'
import { type HookWork, type ListNotices, makeTeller } from './run.ts'
import type { Notice } from './targets.ts'

type Needs = {
  readonly listGroupNotices: typeof listGroupNotices
  /** News, or events with their free seats, that were published since a time. */
  readonly listSiteNotices: (
    w: HookWork,
    asked: { readonly kind: string; readonly since: number; readonly showsDetails: boolean },
    kit: Kit,
  ) => Promise<readonly Notice[]>
}

const noticesOf =
  ({ listGroupNotices: ofGroup, listSiteNotices: ofSite }: Needs): ListNotices =>
  (w, { name, group_id, set_by, created_at: since, shows_details }, kit) => {
    const showsDetails = shows_details === 1
    if (group_id === null) return ofSite(w, { kind: name, since, showsDetails }, kit)
    const { timeZone: zone, publicUrl: site } = w.settings
    return ofGroup(w, { group: group_id, ...{ set_by, since, showsDetails, zone, site } }, kit)
  }

/** Tells chats and other programs of what is new, by addresses that the staff or groups have set. */
export const hooks = {
  gives: { setHook, presentHook, testHook, dropHook },
  make: (needs: Needs): Module => ({
    desk: hookDeskRoutes,
    jobs: [(deps, log) => makeTeller(deps, log, noticesOf(needs))],
    checks: [
      async (deps) => {
        const given = await listGivenUp(deps)
        const hosts = given.map(({ host }) => host).join(', ')
        return given.length === 0 ? [] : [check('hooks', 'wrong', { hosts })]
      },
    ],
    personalData: {
      tables: {
        hooks: { rows: (member) => ({ set_by: member }), without: ['target'] },
      },
    },
  }),
}
