import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Output of failed attempts, shown only if none succeeds. */
export const refusals: string[] = []

/** Installs only as root on Debian and its derivatives, where no password is needed. Prints nothing. */
export async function installByApt(packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return (
    (await succeeds('apt-get', ['update'])) &&
    (await succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...packages]))
  )
}

export async function succeeds(command: string, args: string[]): Promise<boolean> {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run(command, args, { timeout: 5 * 60_000, maxBuffer: 64 << 20, env })
    return true
  } catch (error) {
    refusals.push(error instanceof Error ? error.message.trim() : String(error))
    return false
  }
}
