import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocs } from '#scripts/apiDocs.ts'

test('docs/api.md lists the calls of the contract (if not: npm run build:api)', async () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  expect(written).toBe(await apiDocs())
})
