import { startServer } from '../../../test/helpers/server/startServer.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { COMMUNITIES, ROWS_PER_MEMBER } from '../model.ts'
import { measureRowSizes } from '../rowSizes.ts'

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
