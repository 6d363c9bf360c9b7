import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installByApt } from '../../scripts/apt.ts'
import { findBinaries } from '../../scripts/postgres.ts'

/** Paths of the programs of a cluster besides Node; the S3 store is found by name. */
export type Programs = {
  /** Folder of initdb, pg_ctl and pg_basebackup. */
  readonly postgres: string
  readonly nginx: string
  readonly pgbouncer: string
}

/** Folders of daemons on Debian, often not on the PATH of a user. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin']
const STORE = ['proxy', 'account', 'container', 'object'] as const

/**
 * Finds PostgreSQL, nginx and pgbouncer, and with an S3 store also Swift, or installs them by apt as root on Debian.
 * @throws Error that names what is missing
 */
export async function findPrograms({
  hasStore,
}: {
  readonly hasStore: boolean
}): Promise<Programs> {
  const missing = missingPackages(hasStore)
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(', ')} for the cluster ...`)
    await installByApt(missing)
  }
  const stillMissing = missingPackages(hasStore)
  if (stillMissing.length > 0)
    throw new Error(`A cluster needs the Debian packages ${stillMissing.join(', ')}: install them.`)
  return {
    postgres: findBinaries() ?? '',
    nginx: find('nginx') ?? '',
    pgbouncer: find('pgbouncer') ?? '',
  }
}

/**
 * Looks for the programs of the cluster tests.
 * @returns settings for the tests, or the reason why they cannot run
 */
export async function clusterTests(): Promise<Record<string, string> | Error> {
  try {
    await findPrograms({ hasStore: true })
    return { TEST_CLUSTER: 'on' }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function missingPackages(hasStore: boolean): string[] {
  const paths: readonly (readonly [string, string | undefined])[] = [
    ['postgresql', findBinaries()],
    ['nginx', find('nginx')],
    ['pgbouncer', find('pgbouncer')],
    ...(hasStore ? STORE : []).map(
      (part) => [`swift-${part}`, find(`swift-${part}-server`)] as const,
    ),
  ]
  return paths.flatMap(([name, path]) => (path === undefined ? [name] : []))
}

function find(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...DAEMONS]
  return folders.map((folder) => join(folder, program)).find(existsSync)
}
