import type { App, Deps } from '../../deps.ts'

/** The Groups table (SPEC 7). */
export function groupsModule(_member: App, _deps: Deps): void {}
