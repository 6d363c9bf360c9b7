import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings, SettingsError } from './env.ts'

/** What the server keeps below DATA_DIR; a folder with one of them, or with nothing, is ours. */
const OURS =
  /^(discordia\.sqlite(-\w+)?|server\.(lock|pid)(-\w+)?|jwt\.secret|uploads|incoming|mail)$/

/** Nobody else on the machine may read what the process writes, whatever umask it was started with. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/**
 * Makes the data directory, and closes one of ours that earlier versions have left open to others.
 * @throws SettingsError when it cannot be made, read or written
 */
export function makeDataDir({ dataDir }: Pick<Settings, 'dataDir'>): void {
  attempt(dataDir, 'made', () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  const names = attempt(dataDir, 'read', () => readdirSync(dataDir))
  attempt(dataDir, 'written', () =>
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK),
  )
  const ours = names.filter((name) => OURS.test(name))
  if (names.length > 0 && ours.length === 0) return
  close(dataDir)
  for (const name of ours) close(join(dataDir, name))
}

/** Takes everybody else's rights away. A folder of another owner keeps its rights: that one decides. */
function close(path: string): void {
  const { mode, uid } = statSync(path)
  const isShared = (mode & 0o077) !== 0
  if (isShared && uid === process.getuid?.()) chmodSync(path, mode & 0o700)
}

function attempt<T>(dataDir: string, what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`DATA_DIR ${dataDir} cannot be ${what}: ${reason}`)
  }
}
