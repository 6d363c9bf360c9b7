import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, missingPlatforms } from '#scripts/lockPlatforms.ts'

describe('the lock file', () => {
  const lock: Lock & { packages: Record<string, { link?: true; resolved?: string }> } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  )

  it('has an entry for each package of another system, without which npm ci refuses it (npm run lock)', () => {
    expect(missingPlatforms(lock).map(([path]) => path)).toEqual([])
  })

  it('finds one that is missing, with the system of its name', () => {
    const packages = {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { 'tool-linux-arm64-musl': '1.2.3', 'tool-win32-x64': '1.2.3' },
      },
      'node_modules/tool/node_modules/tool-win32-x64': { version: '1.2.3' },
    }
    const entry = {
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    }
    expect(missingPlatforms({ packages })).toEqual([['node_modules/tool-linux-arm64-musl', entry]])
  })

  it('names no registry', () => {
    expect(Object.values(lock.packages).filter(({ link, resolved }) => resolved && !link)).toEqual(
      [],
    )
  })

  it('can be read by npm 9, which Debian has: no override is a folder or an alias', () => {
    const { overrides, devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as Record<'overrides' | 'devDependencies', Record<string, string>>
    const meant = Object.entries(overrides).map(([name, value]) =>
      value.startsWith('$') ? devDependencies[name] : value,
    )
    expect(meant.length).toBeGreaterThan(0)
    for (const version of meant) expect(version).toMatch(/^[\d.]+$/)
  })
})
