import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '../../scripts/postgres.ts'

/** Shared settings of the parts of a cluster; stored as `cluster.json` in its folder. */
export type Place = {
  readonly folder: string
  /** Folder of initdb and pg_ctl. */
  readonly binaries: string
  readonly ports: {
    readonly primary: number
    readonly standby: number
    readonly pooler: number
    readonly store: number
    readonly site: number
    readonly desk: number
  }
  /** Password of the database's owner and of PostgreSQL's superuser. */
  readonly password: string
  /** Disables fsync, for tests without a loss of power. */
  readonly isQuick: boolean
}

export const DATABASE = 'discordia'

const file = (folder: string): string => join(folder, 'cluster.json')

export const keepPlace = (place: Place): void =>
  writeFileSync(file(place.folder), JSON.stringify(place, null, 2), { mode: 0o600 })

/** @throws Error when there is no cluster in this folder */
export function readPlace(folder: string): Place {
  try {
    return JSON.parse(readFileSync(file(folder), 'utf8')) as Place
  } catch {
    throw new Error(`There is no cluster in ${folder}.`)
  }
}

/** Writes a file that only the user of PostgreSQL and pgbouncer may read. */
export function writePrivately(path: string, contents: string): void {
  writeFileSync(path, contents, { mode: 0o600 })
  giveAway(path)
}

/** Makes the user of PostgreSQL and pgbouncer the owner. */
export function giveAway(path: string): void {
  const user = unprivilegedUser()
  if (user) chownSync(path, user.uid, user.gid)
}

/** Lets every user traverse the folder, but only the owner write. */
export const openFolder = (path: string): void => chmodSync(path, 0o755)
