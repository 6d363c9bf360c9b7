import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings, SettingsError } from './env.ts'
import { messageOf } from './thrown.ts'

/** Files that the server creates; a folder that is empty or has one of them is taken for its data directory. */
const OURS =
  /^(discordia\.sqlite(-\w+)?|server\.(lock|pid)(-\w+)?|jwt\.secret|settings\.env|uploads|incoming|mail)$/

/** Keeps other users of the machine from reading what the process writes. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/**
 * Lets a command of root continue as the user who owns the data directory, because the server of that user could not
 * open what root creates there.
 */
export function continueAsOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/**
 * Creates the data directory, and removes the access of other users from one that earlier versions created.
 * @returns a sentence about access that was removed
 * @throws SettingsError when it cannot be made, read or written
 */
export function makeDataDir({ dataDir }: Pick<Settings, 'dataDir'>): string[] {
  attempt(dataDir, 'created', () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  const names = attempt(dataDir, 'read', () => readdirSync(dataDir))
  attempt(dataDir, 'written', () =>
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK),
  )
  const ours = names.filter((name) => OURS.test(name))
  if (names.length > 0 && ours.length === 0) return []
  const wasOpen = makePrivate(dataDir)
  const open = ours.filter((name) => makePrivate(join(dataDir, name)))
  // Others could not reach files in a private folder.
  return wasOpen && open.length > 0
    ? [
        `Other users of the machine could read ${open.join(', ')} in DATA_DIR ${dataDir}. Their access is removed; if others have ` +
          'an account there, change the secrets, as docs/operations.md says.',
      ]
    : []
}

/** Removes the access of other users, unless another user owns the file. @returns true where there was some */
function makePrivate(path: string): boolean {
  const { mode, uid } = statSync(path)
  const isShared = (mode & 0o077) !== 0 && uid === process.getuid?.()
  if (isShared) chmodSync(path, mode & 0o700)
  return isShared
}

function attempt<T>(dataDir: string, what: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw new SettingsError(`DATA_DIR ${dataDir} cannot be ${what}: ${messageOf(error)}`)
  }
}
