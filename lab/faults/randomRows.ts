import Database from 'better-sqlite3'
import { SEED } from '../../test/helpers/server/faults.ts'

/** Rows of each table. */
const ROWS = 4

/** Characters that other programs trip over: separators, quotes, line ends, marks, and beyond 16 bits. */
const AWKWARD = [
  'a',
  ' ',
  '\\',
  '"',
  "'",
  '\n',
  '\r\n',
  '\t',
  '\u2028',
  '\u2029',
  '\uFEFF',
  '\u0301',
  'ß',
  'İ',
  'Ω',
  '語',
  '\u202E',
  '👩‍👧',
  '𐀀',
  '%',
  '{}',
  '\\N',
  '\\u0000',
]

const BIG = [0n, 1_800_000_000_000n, 2n ** 53n + 3n, 2n ** 63n - 1n]

type Value = string | bigint | null
type Column = { readonly name: string; readonly type: string; readonly notnull: number }

/** Values that the check constraints of a table require, besides the right type. */
const CHECKED: Readonly<Record<string, (row: number) => Readonly<Partial<Record<string, Value>>>>> =
  {
    users: (row) => ({ role: ['player', 'staff', 'superuser', 'player'][row % ROWS] ?? 'player' }),
    mutes: (row) => ({ muted_user_id: BigInt((row % ROWS) + 1) }),
    contents: (row) =>
      row % 2 === 0
        ? {
            kind: 'news',
            starts_at: null,
            ends_at: null,
            location: null,
            event_scope: null,
            event_type: null,
            cancelled_at: null,
            translation_group: `article ${row}`,
          }
        : {
            kind: 'event',
            translation_group: `article ${row}`,
            starts_at: 5n,
            ends_at: 9n,
            event_scope: 'National',
            event_type: 'Both',
          },
    rule_entries: (row) =>
      row % 2 === 0
        ? { kind: 'basic', quick_subcategory_id: null, translation_group: `rule ${row}` }
        : {
            kind: 'quick',
            category_id: null,
            subcategory_id: null,
            translation_group: `rule ${row}`,
          },
    glossary_entries: () => ({ rejected_at: null, rejection_reason: null }),
    invite_links: () => ({ uses: 5n, uses_left: 3n }),
    team_links: () => ({ uses: 5n, used: 3n }),
    member_invites: () => ({ answer: 'came' }),
    name_changes: () => ({ approved_at: 7n, refused_at: null }),
  }

/** Random numbers, reproducible by the seed. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/**
 * Adds some rows to every table of a migrated file. Each reference points to the row of the same number, so references
 * of several columns are consistent.
 */
export function fillWithRandomRows(file: string): void {
  const database = new Database(file)
  const dice = makeDice(SEED)
  const text = (): string =>
    Array.from({ length: 1 + dice(12) }, () => AWKWARD[dice(AWKWARD.length)]).join('')
  database.pragma('foreign_keys = OFF')
  const tables = database
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'",
    )
    .pluck()
    .all()
  for (const table of tables) {
    const columns = database.pragma(`table_info("${table}")`) as Column[]
    const references = new Set(
      (database.pragma(`foreign_key_list("${table}")`) as { from: string }[]).map(
        ({ from }) => from,
      ),
    )
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const insert = database.prepare(
      `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
    )
    for (let row = 1; row <= ROWS; row++) {
      const checked = CHECKED[table]?.(row) ?? {}
      const cellOf = ({ name, type, notnull }: Column): Value => {
        const given = checked[name]
        if (given !== undefined) return given
        if (references.has(name) || name === 'id')
          return /text/i.test(type) ? `${row} ${text()}` : BigInt(row)
        if (notnull === 0 && dice(3) === 0) return null
        if (/text/i.test(type)) return `${text()}${row}`
        // Some are larger than the safe integers of JavaScript.
        if (/bigint/i.test(type)) return (BIG[dice(BIG.length)] ?? 0n) - BigInt(row)
        return BigInt(dice(2 ** 31 - 10) + row)
      }
      insert.run(columns.map(cellOf))
    }
  }
  const broken = database.pragma('foreign_key_check')
  database.close()
  if (Array.isArray(broken) && broken.length > 0) throw new Error(JSON.stringify(broken[0]))
}
