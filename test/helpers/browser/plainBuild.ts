import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type PlainBuild = {
  /** Working directory for a server that serves this build. */
  readonly cwd: string
  readonly remove: () => void
}

/** The site built with these settings, which become part of its scripts. */
export async function plainBuild(settings: Record<string, string>): Promise<PlainBuild> {
  const cwd = mkdtempSync(join(tmpdir(), 'discordia-build-'))
  await promisify(execFile)(
    process.execPath,
    ['test/helpers/browser/harness/plainBuild.ts', join(cwd, 'dist/site')],
    { env: { ...process.env, NODE_ENV: 'production', ...settings } },
  )
  return { cwd, remove: () => rmSync(cwd, { recursive: true, force: true }) }
}
