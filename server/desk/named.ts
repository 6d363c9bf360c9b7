import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import type { Resource } from './changeRoute.ts'
import type { Row, Shelf } from './lists.ts'
import { makeResource } from './resource.ts'

type NamedBody = { readonly name: string; readonly position?: number } & Readonly<
  Record<string, string | number | null | undefined>
>

/**
 * Registers a table of names in an order: categories, types and their parts.
 * @param shelf the column of what they are parts of
 * @param further columns that are written as they are sent
 */
export function namedModule(
  desk: App,
  deps: Deps,
  resource: Resource,
  {
    table,
    clears,
    shelf = {},
    further = [],
  }: {
    readonly table: string
    readonly clears: Area
    readonly shelf?: Shelf
    readonly further?: readonly string[]
  },
): void {
  const parents = Object.keys(shelf)
  const things = makeResource<NamedBody>(deps, resource, {
    clears: [clears],
    list: {
      table,
      sortable: ['name', 'position', ...parents],
      filterable: parents,
      searched: ['name'],
      sort: ['position', 'asc'],
      shelf,
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
  })
  things.read(desk)
  things.edit(desk)
}
