import type { Group } from '#contract/schemas/groups.ts'
import { Late } from '#src/ui/Late.tsx'

const loadPanel = async () =>
  (await import(/* webpackChunkName: "planning" */ './PlanPanel.tsx')).PlanPanel

/** Nothing unless the server announces it (ruling 62). */
export function GroupPlan({ group: { id, plan } }: { group: Group }) {
  if (typeof plan !== 'object' || plan === null) return null
  return <Late load={loadPanel} props={{ group: id }} />
}
