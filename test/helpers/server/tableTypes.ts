import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

/** A line per column, such as `users.activated_at: number, nullable`. */
export type ColumnLine = string

/**
 * Reads the hand-written `DB` type with the compiler, from `file` and from all that declare tables of it. Types are
 * gone at run time, so this is the only way to compare them with a database.
 */
export function columnsOfDbType(file: string): ColumnLine[] {
  const path = resolve(file)
  const config = ts.readConfigFile(resolve('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    config.config,
    ts.sys,
    resolve('.'),
    {},
    undefined,
  )
  const declaring = globSync('server/**/*.ts').filter((one) =>
    readFileSync(one, 'utf8').includes('interface DB {'),
  )
  const program = ts.createProgram(declaring, { ...options, noEmit: true, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const moduleSymbol = source && checker.getSymbolAtLocation(source)
  const symbol = moduleSymbol && checker.tryGetMemberInModuleExports('DB', moduleSymbol)
  if (symbol === undefined) throw new Error(`${file} exports no type DB`)

  const typeOf = (property: ts.Symbol) => checker.getTypeOfSymbol(property)
  return checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .flatMap((table) =>
      typeOf(table)
        .getProperties()
        .map((column) => `${table.name}.${column.name}: ${described(checker, typeOf(column))}`),
    )
}

function described(checker: ts.TypeChecker, written: ts.Type): string {
  const select = written.getProperty('__select__')
  const type = select === undefined ? written : checker.getTypeOfSymbol(select)
  const plain = checker.getNonNullableType(type)
  const kind = checker.isTypeAssignableTo(plain, checker.getNumberType()) ? 'number' : 'text'
  if (kind === 'text' && !checker.isTypeAssignableTo(plain, checker.getStringType()))
    return `not storable: ${checker.typeToString(plain)}`
  return line(kind, plain !== type, select !== undefined)
}

/** @param isGiven whether the database fills the column by itself */
export const line = (kind: string, isNullable: boolean, isGiven: boolean): string =>
  [kind, ...(isNullable ? ['nullable'] : []), ...(isGiven ? ['given'] : [])].join(', ')
