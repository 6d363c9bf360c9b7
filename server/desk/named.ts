import type { Area } from '../cache/answers.ts'
import type { App, Deps } from '../deps.ts'
import type { Resource } from './calls.ts'
import type { Row } from './lists.ts'
import { makeResource } from './resource.ts'

type NamedBody = { readonly name: string; readonly position?: number } & Readonly<
  Record<string, string | number | null | undefined>
>

/**
 * Registers a table of names in an order: categories, types and their parts.
 * @param parent the column of what they are parts of
 * @param further columns that are written as they are sent
 */
export function namedModule(
  desk: App,
  deps: Deps,
  resource: Resource,
  {
    table,
    clears,
    parent,
    further = [],
  }: {
    readonly table: string
    readonly clears: Area
    readonly parent?: string
    readonly further?: readonly string[]
  },
): void {
  const parents = parent === undefined ? [] : [parent]
  const things = makeResource<NamedBody>(deps, resource, {
    clears: [clears],
    list: {
      table,
      sortable: ['name', 'position', ...parents],
      filterable: parents,
      searched: ['name'],
      sort: ['position', 'asc'],
    },
    present: async (_db, rows) => rows,
    write: async ({ body }) => {
      const columns: Row = { name: body.name.trim() }
      for (const column of ['position', ...parents, ...further]) {
        const value = body[column]
        if (value !== undefined) columns[column] = value === '' ? null : value
      }
      return { columns }
    },
    orderedBy: parents,
  })
  things.read(desk)
  things.edit(desk)
}
