import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { settingsFile } from '../../config/dotEnv.ts'
import { databaseFile, type Settings } from '../../config/env.ts'
import { secretFile } from '../../config/secret.ts'
import { messageOf } from '../../config/thrown.ts'
import { check, type FoundCheck } from '../../text/check.ts'

const MB = 1024 * 1024
/** Uploads of 200 MB, their copies while they are checked, and the log of the database's writes. */
const LITTLE_BYTES = 2048 * MB
const NEARLY_NONE_BYTES = 512 * MB

/** Checks of the machine's disk and of the access to the data. */
export const machineChecks = async (settings: Settings): Promise<FoundCheck[]> => [
  await diskCheck(settings),
  foldersCheck(settings),
]

async function diskCheck({ dataDir: folder }: Settings): Promise<FoundCheck> {
  const { bavail, bsize } = await statfs(folder)
  const bytes = bavail * bsize
  const free =
    bytes < 10_240 * MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / MB / 1024)} GB`
  const finding = bytes < NEARLY_NONE_BYTES ? 'wrong' : bytes < LITTLE_BYTES ? 'open' : 'ok'
  return check('disk', finding, { free, folder })
}

function foldersCheck(settings: Settings): FoundCheck {
  const { dataDir: folder } = settings
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return check('folders', 'wrong_closed', { folder, reason: messageOf(error) })
  }
  const ours = [databaseFile(settings), secretFile(folder), settingsFile(folder)]
  const { mode, uid } = statSync(folder)
  // A volume of another owner reaches the server by its group.
  const others = uid === process.getuid?.() ? 0o077 : 0o007
  const isOpen = (mode & others & 0o011) !== 0
  const file = ours.find((path) => existsSync(path) && (statSync(path).mode & others & 0o044) !== 0)
  return isOpen && file !== undefined
    ? check('folders', 'wrong_open', { folder, file })
    : check('folders', 'ok', { folder })
}
