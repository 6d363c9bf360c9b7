import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'

export type Machine = {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly platform: string
  /** Average number of runnable processes in the last minute; times grow if it exceeds the cores. */
  readonly load: number
  readonly node: string
}

const BYTES_PER_GB = 1024 ** 3

export function thisMachine(): Machine {
  const processors = cpus()
  return {
    cpu: processors[0]?.model.trim() || 'an unknown processor',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / BYTES_PER_GB),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    platform: `${type()} ${release()} ${arch()}`,
    node: process.version,
  }
}

/** Short hash of the checked-out commit, with `-changed` for changed files; `unknown` outside a repository. */
export function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--exclude=*', '--dirty=-changed'], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
