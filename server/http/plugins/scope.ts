import type { App } from '../deps.ts'

const NAME = Symbol.for('fastify.display-name')

/**
 * A Fastify plugin with a name, for the errors of a start and the printed tree of plugins. Fastify would look
 * for the name of one without it among all loaded modules.
 */
export const scope = <Result>(name: string, plugin: (app: App) => Result): ((app: App) => Result) =>
  Object.assign((app: App) => plugin(app), { [NAME]: name })
