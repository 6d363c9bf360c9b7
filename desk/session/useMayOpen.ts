import { usePermissions } from 'react-admin'
import type { DeskRole } from '#contract/desk.ts'
import { superuserOnly } from './authProvider.ts'

/** Whether the role may open a resource; the server refuses other calls anyway. */
export function useMayOpen(): (resource: string) => boolean {
  const { permissions } = usePermissions<DeskRole | null>()
  return (resource) => permissions === 'superuser' || !superuserOnly.has(resource)
}
