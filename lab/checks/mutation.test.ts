import { globSync } from 'node:fs'
import { join } from 'node:path'
import { areas, testsOf } from '../mutation/areas.ts'

const ROOT = join(import.meta.dirname, '../..')

test.each(Object.entries(areas))('the area %s names files and tests that exist', (_, area) => {
  const changed = area.mutate.map((pattern) => pattern.replace('!', ''))
  expect(changed.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
  const alone = area.tests.map((test) => ({ ...area, tests: [test] }))
  expect(alone.filter((part) => testsOf(part, ROOT).length === 0)).toEqual([])
})
