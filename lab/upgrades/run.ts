/**
 * Makes the fixture of a version for test/server/upgrades.test.ts: `npm run lab -- upgrades v0.6.0`. The version of that
 * tag or commit runs with its own packages, so that its database is what an operator of it has.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES, PARTS } from '../../test/helpers/server/upgrades.ts'
import { makeFixture } from './make.ts'

const [commit = 'HEAD', name] = process.argv.slice(2)
const { files, recorded } = await makeFixture(commit)
const folder = join(FIXTURES, name ?? recorded.version)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [file, bytes] of Object.entries(files)) {
  writeFileSync(join(folder, file), bytes)
  console.log(`${join(folder, file)}: ${bytes.length} bytes`)
}
writeFileSync(join(folder, PARTS.expected), `${JSON.stringify(recorded)}\n`)
