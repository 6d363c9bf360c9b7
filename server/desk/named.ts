import type { Db } from '../db/schema.ts'
import type { ChangeContext } from './changeRoute.ts'

type NamedBody = { readonly name: string; readonly position?: number }

export const namedColumns = ({ name, position }: NamedBody) => ({ name: name.trim(), position })

export const asStored = async <Row>(_db: Db, rows: readonly Row[]): Promise<readonly Row[]> => rows

const write = async (_context: ChangeContext, body: NamedBody) => ({ columns: namedColumns(body) })

/** What resources have in common that are names in an order: categories, types and their parts. */
export const named = {
  list: {
    sortable: ['name', 'position'],
    searched: ['name'],
    sort: ['position', 'asc'],
    orderWithin: {},
  },
  present: asStored,
  create: write,
  update: write,
} as const
