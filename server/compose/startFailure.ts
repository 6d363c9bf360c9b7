import { databaseFile, type Settings, SettingsError } from '../config/env.ts'
import { codeOf, messageOf } from '../config/thrown.ts'
import { violationOf } from '../db/constraints.ts'
import { refusalOf } from '../http/failures.ts'

/**
 * Names the setting, file or host behind an error of a start or a command, without a password.
 * @returns the error itself when neither the database nor the data directory is the cause
 */
export function startFailure(error: unknown, settings: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  if (violationOf(error) !== null) return error
  const code = codeOf(error)
  const reason = [messageOf(error), code].filter(Boolean).join(' ')
  if (code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT'))
    return new SettingsError(
      `DATA_DIR: the database ${databaseFile(settings)} cannot be used: ${reason}`,
    )
  if (isBelow(error, settings.dataDir))
    return new SettingsError(`DATA_DIR ${settings.dataDir} cannot be used: ${reason}`)
  if (settings.databaseUrl === undefined) return error
  const host = hostOf(settings.databaseUrl)
  if (DRIVER_ERROR.test(reason))
    return new SettingsError(`DATABASE_URL: no connection to the database at ${host}: ${reason}`)
  if (refusalOf(error) === null && !isConnectError(error)) return error
  // A response of the server: about a login, a database name, too many connections.
  const isReply = /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
  return new SettingsError(
    isReply
      ? `DATABASE_URL: the database server at ${host} refuses: ${reason}`
      : `DATABASE_URL: no database answers at ${host}: ${reason}`,
  )
}

/** Errors of the driver before it has a connection: no password, no encryption, a certificate. */
const DRIVER_ERROR =
  /^(SASL: |The server does not support SSL|(self-signed|unable to \w+) .*certificate|certificate has expired|Hostname\/IP does not match)/

/** Includes a socket file that does not exist, whose code could be that of any file. */
const isConnectError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'connect'

const isBelow = (error: unknown, dataDir: string): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'path' in error &&
  String(error.path).startsWith(dataDir)

function hostOf(databaseUrl: string): string {
  const { host, searchParams } = new URL(databaseUrl)
  return searchParams.get('host') ?? (host || 'localhost')
}
