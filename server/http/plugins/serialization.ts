import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildSerializer = NonNullable<SchemaController['compilersFactory']>['buildSerializer']

/**
 * Fastify's own writers of answers, each compiled when it is first used and not at the start: there are hundreds of
 * them, most for refusals that the error handler words itself, and compiling them all took a quarter of the start.
 */
const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (answer) => {
      write ??= compile(route)
      return write(answer)
    }
  }
}

export const schemaController: SchemaController = {
  compilersFactory: { buildSerializer },
}
