import { execFileSync } from 'node:child_process'

/**
 * Settings with which the tests of a full disk run, which mount one: only root may, and not in every container.
 * @returns else the reason why they cannot
 */
export function mountTests(): Record<string, string> | Error {
  try {
    const mount = ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
    execFileSync('unshare', ['--mount', ...mount], { stdio: 'ignore' })
    return { TEST_MOUNT: 'on' }
  } catch {
    return new Error('A full disk needs root that may mount a file system.')
  }
}
