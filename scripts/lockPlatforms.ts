/**
 * `npm run lock` after a change of dependencies: adds the packages of other systems that a registry mirror did not have
 * to package-lock.json, because `npm ci` refuses a lock file without them (docs/decisions/019-the-lock-names-all-systems.md).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Package = {
  devOptional?: boolean
  peer?: boolean
  version?: string
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  /** A link to a folder of this repository, whose own entry is that of `resolved`. */
  link?: boolean
  resolved?: string
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Package> }

const FILE = join(import.meta.dirname, '../package-lock.json')
const SYSTEMS = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/
const PROCESSORS = /\b(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)\b/
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/**
 * Entries, as path and package, for the optional dependencies that the lock names without one. They have no checksum,
 * which only a registry that has the package knows.
 * @throws Error if one is not a package of another system in an exact version
 */
export function missingPlatforms({ packages }: Lock): [path: string, entry: Package][] {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]): [string, Package] => [
        `node_modules/${name}`,
        platformPackage(name, version, dev),
      ]),
  )
}

/** Looks where Node finds a package: beside the one that requires it, or further up. */
function isLocked(packages: Lock['packages'], from: string, name: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true
  return (
    from !== '' &&
    isLocked(packages, from.slice(0, from.lastIndexOf('node_modules/')).replace(/\/$/, ''), name)
  )
}

/** Its system is in its name, such as @swc/core-linux-arm64-musl. */
function platformPackage(name: string, version: string, dev?: boolean): Package {
  const os = SYSTEMS.exec(name)?.[1]
  const cpu = PROCESSORS.exec(name)?.[1]
  if (cpu === undefined || !EXACT.test(version))
    throw new Error(`${name}@${version} isn’t a known package of another system. Lock it by hand.`)
  const libc = os !== 'linux' ? undefined : name.includes('musl') ? ['musl'] : ['glibc']
  return { version, cpu: [cpu], dev, libc, optional: true, os: os ? [os] : undefined }
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
  const missing = missingPlatforms(lock)
  const entries = [...Object.entries(lock.packages), ...missing]
  // npm sorts the entries like this.
  entries.sort(([a], [b]) => a.localeCompare(b, 'en'))
  const full = { ...lock, packages: Object.fromEntries(entries) }
  writeFileSync(FILE, `${JSON.stringify(full, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} packages of other systems added`)
}
