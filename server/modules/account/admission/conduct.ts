import type { FastifyRequest } from 'fastify'
import { calls, type TableName } from '#contract/calls.ts'
import { checkBefore, routeOfCall } from '../../../http/callChecks.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { conductVersion } from './admit.ts'
import { hasAccepted } from './repository.ts'

/**
 * Additions by which members meet. No specified call waits for an agreement, nor does any about the own account, nor any
 * that takes something back.
 */
const TABLES: readonly TableName[] = [
  'groupPage',
  'openings',
  'registration',
  'programme',
  'planning',
  'past',
]
const WAITING = new Set(
  calls
    .filter(
      ({ table, method, access, name }) =>
        TABLES.includes(table) &&
        (method === 'PUT' || method === 'POST') &&
        access !== 'open' &&
        name !== 'giveBackCompanion',
    )
    .map(routeOfCall),
)

/** Refuses the calls until the member has agreed to the present code of conduct (behaviour 12.33). */
export function requireConduct(member: App, deps: Deps): void {
  const check = async ({ memberId }: FastifyRequest) => {
    const version = conductVersion(deps.kit.current())
    if (version !== undefined && !(await hasAccepted(deps, memberId, version)))
      throw errors.conductRequired()
  }
  checkBefore(member, (route) => (WAITING.has(route) ? check : undefined))
}
