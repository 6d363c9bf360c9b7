import type { HasDb } from '../db/schema.ts'
import type { DeskWork } from './changeRoute.ts'

type NamedBody = { readonly name: string; readonly position?: number }

export const asStored = async <Row>(_w: HasDb, rows: readonly Row[]): Promise<readonly Row[]> =>
  rows

export const namedList = {
  sortable: ['name', 'position'],
  searched: ['name'],
  sort: ['position', 'asc'],
  orderWithin: {},
} as const

/**
 * Shared settings of resources that are names in an order: categories, types and their parts.
 * @param furtherColumns of the body
 */
export function named<Body extends NamedBody, Columns extends object>(
  furtherColumns: (body: Body) => Columns,
) {
  const write = async (_w: DeskWork, body: Body) => ({
    columns: { ...furtherColumns(body), name: body.name.trim(), position: body.position },
  })
  return { list: namedList, present: asStored, create: write, update: write }
}
