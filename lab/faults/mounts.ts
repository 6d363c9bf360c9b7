import { execFileSync } from 'node:child_process'

/**
 * Checks whether the tests of a full disk can mount one: only root can, and not in every container.
 * @returns settings for the tests, or the reason why they cannot run
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
