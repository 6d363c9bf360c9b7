import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Engine, engineOf } from './dialect.ts'
import type { Db } from './rows.ts'

type Values = Readonly<Record<string, unknown>>

/** Placeholders for the values of a statement while it is built. */
export type Placeholders<V extends Values> = { readonly [Name in keyof V]: RawBuilder<V[Name]> }

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const parameters = <V extends Values>(): Placeholders<V> =>
  new Proxy({} as Placeholders<V>, { get: (_, name) => sql`${new Parameter(String(name))}` })

/**
 * A statement that is built and compiled once per engine, which takes longer than most reads by a key. Meant for
 * frequent reads; the text of such a statement depends on nothing but the engine.
 */
export function prepared<V extends Values, Row>(
  build: (db: Db, given: Placeholders<V>) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  const compiled = new Map<Engine, CompiledQuery<Row>>()
  return async (db, values) => {
    const engine = engineOf(db)
    let query = compiled.get(engine)
    if (query === undefined) {
      query = build(db, parameters<V>()).compile()
      compiled.set(engine, query)
    }
    const bound = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name] : value,
    )
    return (await db.executeQuery<Row>({ ...query, parameters: bound })).rows
  }
}
