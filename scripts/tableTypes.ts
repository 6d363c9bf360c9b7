/**
 * Writes server/db/tables.d.ts: the tables that the migrations make, as types (`npm run build:tables`). With `--check` it
 * compares the file instead, as a step of `npm run check`. Decision 059.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { parse } from 'yaml'
import type { DB } from '#server/db/rows.ts'
import type { Engine } from '../server/db/dialect.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'server/db/tables.d.ts')
function kindOf(dataType: string): string {
  const kind = KINDS[dataType.toLowerCase()]
  if (kind === undefined) throw new Error(`The engines store ${dataType} differently`)
  return kind
}

/** Types or comments by table, then by column; `*` stands for all tables that have the column. */
type ByColumn = Readonly<Record<string, Readonly<Record<string, string>>>>
/** What server/db/tables.yaml adds to the migrations. */
type Added = { readonly types: ByColumn; readonly comments: ByColumn }
/** A column that refers to one of another table. */
type Reference = {
  readonly table: string
  readonly column: string
  readonly toTable: string
  readonly toColumn: string
}

const KINDS: Readonly<Record<string, string>> = {
  integer: 'number',
  bigint: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
}

/** Columns by table, without tables of the migrator, of SQLite and of its indexes of words. */
export async function columnsOf(db: Kysely<DB>, engine: Engine) {
  const schema = engine === 'postgres' ? 'public' : undefined
  const tables = (await db.introspection.getTables()).filter(
    (table) => !table.isView && table.schema === schema && !/_fts|^sqlite_/.test(table.name),
  )
  return new Map(
    tables.map((table) => [
      table.name,
      table.columns.map(({ name, dataType, isNullable, isAutoIncrementing, hasDefaultValue }) => ({
        name,
        type: kindOf(dataType),
        // SQLite calls a growing key nullable; it never is.
        isNullable: isNullable && !isAutoIncrementing,
        isGiven: hasDefaultValue || isAutoIncrementing,
      })),
    ]),
  )
}

async function tableTypes(db: Kysely<DB>): Promise<string> {
  const { types, comments } = parse(
    readFileSync(join(ROOT, 'server/db/tables.yaml'), 'utf8'),
  ) as Added
  const tables = await columnsOf(db, 'sqlite')
  const { rows: references } = await sql<Reference>`
    select m.name as "table", f."from" as "column", f."table" as "toTable", f."to" as "toColumn"
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db)

  for (const [table, columns] of [...Object.entries(types), ...Object.entries(comments)]) {
    const known = table === '*' ? [...tables.values()].flat() : (tables.get(table) ?? [])
    for (const column of Object.keys(columns))
      if (column !== 'table' && !known.some(({ name }) => name === column))
        throw new Error(`server/db/tables.yaml: there is no column ${table}.${column}`)
  }

  /** A reference has the type of what it refers to, in as many steps as it takes. */
  const typeOf = (table: string, column: string): string | undefined =>
    types[table]?.[column] ??
    types['*']?.[column] ??
    references
      .filter((one) => one.table === table && one.column === column)
      .map(({ toTable, toColumn }) => typeOf(toTable, toColumn))
      .find((type) => type !== undefined)

  const body = [...tables].flatMap(([table, columns]) => [
    ...comment(comments[table]?.table, '  '),
    `  ${table}: {`,
    ...columns.flatMap(({ name, type, isNullable, isGiven }) => {
      const written = `${typeOf(table, name) ?? type}${isNullable ? ' | null' : ''}`
      return [
        ...comment(comments[table]?.[name] ?? comments['*']?.[name], '    '),
        `    ${name}: ${isGiven ? `Generated<${written}>` : written}`,
      ]
    }),
    '  }',
  ])
  return `${[
    '// Written by `npm run build:tables` from the migrations and tables.yaml.',
    "import type { Generated } from 'kysely'",
    ...importsOf(body.join('\n')),
    '',
    '/** Every table after the migrations. Times: epoch milliseconds, UTC. */',
    'export interface DB {',
    ...body,
    '}',
  ].join('\n')}\n`
}

const comment = (text: string | undefined, indent: string): string[] =>
  text === undefined ? [] : [`${indent}/** ${text} */`]

/** Types of ids and closed sets, from wherever the contract has them. The compiler doesn't check a file of declarations. */
function importsOf(body: string): string[] {
  const files = globSync('contract/*.ts', { cwd: ROOT }).sort()
  const code = body.replaceAll(/\/\*\*.*\*\/|'[^']*'/g, '')
  const names = new Set(code.match(/\b[A-Z]\w+/g))
  names.delete('Generated')
  const imports = files.flatMap((file) => {
    const exported = readFileSync(join(ROOT, file), 'utf8').matchAll(/^export type (\w+)/gm)
    const here = [...exported].map(([, name = '']) => name).filter((name) => names.delete(name))
    return here.length === 0 ? [] : [`import type { ${here.sort().join(', ')} } from '#${file}'`]
  })
  if (names.size > 0) throw new Error(`contract/ exports no type ${[...names].join(', ')}`)
  return imports
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-tables-'))
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir })
  await migrate(db, engine)
  const text = await tableTypes(db)
  await db.destroy()
  rmSync(dataDir, { recursive: true })
  if (!process.argv.includes('--check')) writeFileSync(FILE, text)
  else if (readFileSync(FILE, 'utf8') !== text) {
    console.log('server/db/tables.d.ts differs from the migrations: npm run build:tables')
    process.exitCode = 1
  }
}
