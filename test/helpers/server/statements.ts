import { type CompiledQuery, sql } from 'kysely'
import type { TestServer } from './testServer.ts'

/** SQL statements of a call, in order. */
export async function statementsOf(
  { deps: { db } }: Pick<TestServer, 'deps'>,
  call: () => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const asked = jest.spyOn(db.getExecutor(), 'executeQuery')
  await call()
  const statements = asked.mock.calls.map(([query]) => query)
  asked.mockRestore()
  return statements
}

type PlanNode = {
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
]

/** Number of rows that PostgreSQL reads of a table for a statement, including those that a filter drops. */
export async function rowsRead(
  { deps: { db } }: Pick<TestServer, 'deps'>,
  query: CompiledQuery,
  table: string,
): Promise<number> {
  const text = `explain (analyze, format json) ${query.sql}`
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>({
    ...query,
    sql: text,
  })
  return rows
    .flatMap((row) => row['QUERY PLAN'])
    .flatMap(({ Plan }) => nodesOf(Plan))
    .filter((node) => node['Relation Name'] === table)
    .map(
      (node) =>
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    )
    .reduce((sum, rowsOfNode) => sum + rowsOfNode, 0)
}

/** The steps of SQLite's plan of a statement. */
export async function stepsOf(
  { deps: { db } }: Pick<TestServer, 'deps'>,
  query: CompiledQuery,
): Promise<readonly string[]> {
  const { rows } = await sql<{
    detail: string
  }>`explain query plan ${sql.raw(query.sql.replaceAll('?', 'null'))}`.execute(db)
  return rows.map(({ detail }) => detail)
}
