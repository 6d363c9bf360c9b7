import { codeOf } from '../config/thrown.ts'

type Violation = {
  readonly rule: 'unique' | 'check' | 'foreign key'
  /** Name of the constraint, such as `users_username_key`; empty where the engine does not name it. */
  readonly name: string
}

const RULES: Readonly<Record<string, Violation['rule']>> = {
  '23503': 'foreign key',
  '23505': 'unique',
  '23514': 'check',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign key',
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_CHECK: 'check',
}

export function violationOf(error: unknown): Violation | null {
  const rule = RULES[codeOf(error)]
  return rule === undefined ? null : { rule, name: nameIn(error as Error) }
}

/**
 * PostgreSQL names the constraint, SQLite its columns (`users.username_key`): constraints on one column are named
 * after table and column, so that the names agree.
 */
function nameIn(error: Error & { readonly constraint?: string }): string {
  if (error.constraint !== undefined) return error.constraint
  const columns = /failed: (\S+)$/.exec(error.message)?.[1] ?? ''
  return columns.replace('.', '_')
}
