import { sql } from 'kysely'
import type { Db } from '../../../server/db/rows.ts'
import { startServer } from '../../../test/helpers/server/startServer.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { COMMUNITIES, ROWS_PER_MEMBER } from '../model.ts'

/*
 * Rows as members and staff leave them; rules across tables are ignored. The size of a row is its share of the table
 * and of all indexes. A table comes after those that it refers to.
 */

/** Rows of one statement: few enough for its timeout of three seconds. */
const AT_ONCE = 2500

const TEXT = 'The old mill at the ford, where the road to the northern hills begins. '

/** Hexadecimal SHA-256 of a number, as hashes of secrets and digests are. */
const HASH = "encode(sha256(n::text::bytea), 'hex')"
/** A text as long as a hash by argon2 with its parameters. */
const PASSWORD_HASH = "rpad('$argon2id$v=19$m=19456,t=2,p=1$', 97, md5(n::text))"
const NOW = '1800000000000 + n'

/** What follows `insert into` and the table. `n` is the number of the row, from 1; members have the same numbers. */
const FILLS: Readonly<Record<string, string>> = {
  users: `(id, email, email_key, username, username_key, latin_key, password_hash, role, created_at, activated_at)
    overriding system value
    select n, 'member' || n || '@mail.example.org', 'member' || n || '@mail.example.org', 'Wanderer ' || n,
      'wanderer ' || n, 'wanderer ' || n, ${PASSWORD_HASH}, 'player', ${NOW}, ${NOW}`,
  preferences: `(user_id, notify_since) select n, ${NOW}`,
  known_networks: `(digest, user_id, last_used_at) select ${HASH}, n, ${NOW}`,
  refresh_tokens: `(hash, family, family_started_at, user_id, created_at, expires_at, used_at)
    select ${HASH}, md5(n::text), ${NOW}, n, ${NOW}, ${NOW}, ${NOW}`,
  order_details: `(user_id, first_name, last_name, email, phone_number, country_key, city, zipcode, address, updated_at)
    select n, 'Marianne', 'Halvorsen', 'member' || n || '@mail.example.org', '+47 61 00 00 00', 'NO', 'Lillehammer', '2609',
      'Mill Lane ' || n, ${NOW}`,
  groups: `(id, name, owner_id, created_at) overriding system value
    select n, 'The lanterns of ' || n, n, ${NOW}`,
  memberships: '(group_id, user_id, joined_at) select n, n, 0',
  invites: `(group_id, target_user_id, invited_by, created_at) select n, 1 + n % $count, n, ${NOW}`,
  mutes: `(user_id, muted_user_id, created_at, until) select n, 1 + n % $count, ${NOW}, ${NOW}`,
  outbox: `(kind, once_key, recipient, data, created_at, next_attempt_at, done_at)
    select 'announcement', 'announcement:12:' || n, 'member' || n || '@mail.example.org',
      '{"contentId":12,"userId":' || n || '}', ${NOW}, ${NOW}, ${NOW}`,
  glossary_types: `(id, name, position) overriding system value select n, 'Type ' || n, n`,
  glossary_entries: `(id, title, description, type_id, created_by, created_at, updated_at, approved_at, title_key, search_text)
    overriding system value
    select n, 'The mill of ' || n, '', 1 + n % 20, n, ${NOW}, ${NOW}, ${NOW}, 'the mill of ' || n,
      'the mill of ' || n || lower(repeat('${TEXT}', 8)) || md5(n::text)`,
  glossary_sub_entries: `(entry_id, position, title, content)
    select n, 0, 'Who lives there', repeat('${TEXT}', 8) || md5(n::text)`,
  audit_log: `(at, actor_id, actor_name, resource, action, record, before, after)
    select ${NOW}, 1, 'Ada', 'glossaryEntries', 'approve', 'The mill of ' || n, '{"approved_at":null}', '{"approved_at":1}'`,
}

/** @returns bytes per row with its index entries, by table */
async function measureRowSizes(db: Db, count: number): Promise<Map<string, number>> {
  await db.transaction().execute(async (tx) => {
    for (const [table, fill] of Object.entries(FILLS))
      for (let first = 1; first <= count; first += AT_ONCE) {
        const rows = ` from generate_series(${first}, ${Math.min(count, first + AT_ONCE - 1)}) n`
        await sql
          .raw(`insert into ${table} ${fill.replaceAll('$count', String(count))}${rows}`)
          .execute(tx)
      }
  })
  const sizes = new Map<string, number>()
  for (const table of Object.keys(FILLS)) {
    const { rows } = await sql<{ bytes: string }>`
      select pg_total_relation_size(${table}::regclass) as bytes`.execute(db)
    sizes.set(table, Number(rows[0]?.bytes ?? 0) / count)
  }
  return sizes
}

const ROWS = { full: 50_000, quick: 5000 }
const BYTES_PER_KB = 1000
const KB_PER_MB = 1000

export const part: Part = {
  title: 'Size of rows',
  about:
    'Bytes on PostgreSQL of a row with its entries in all indexes, and how many rows of a table the model of ' +
    'docs/capacity.md reckons with for each member.',
  run: async ({ isQuick }) => {
    if (!process.env.TEST_DATABASE_URL) return { figures: [], notes: [NO_POSTGRES] }
    const server = await startServer('postgres')
    try {
      const sizes = await measureRowSizes(server.deps.db, isQuick ? ROWS.quick : ROWS.full)
      return { figures: figuresOf(sizes) }
    } finally {
      await server.close()
    }
  },
}

function figuresOf(sizes: ReadonlyMap<string, number>): Figure[] {
  const rows = [...sizes].map(([subject, bytes]) => ({
    subject,
    row: bytes / BYTES_PER_KB,
    perMember: ROWS_PER_MEMBER[subject] ?? 0,
  }))
  const whole = rows.reduce((sum, { row, perMember }) => sum + row * perMember, 0)
  const figure = (subject: string, name: string, value: number, unit: Figure['unit']): Figure => ({
    subject,
    name,
    value,
    unit,
    better: 'lower',
  })
  return [
    ...rows.flatMap(({ subject, row, perMember }) => [
      figure(subject, 'a row', row, 'kB'),
      figure(subject, 'rows per member', perMember, 'times'),
      figure(subject, 'per member', row * perMember, 'kB'),
    ]),
    figure('all', 'per member', whole, 'kB'),
    ...COMMUNITIES.map((members) => ({
      ...figure(
        `${members.toLocaleString('en')} members`,
        'all',
        (whole * members) / KB_PER_MB,
        'MB',
      ),
      table: 'The database of a community',
    })),
  ]
}
